/* What a page can't do without script: follow the table, and answer a tap without a new page.
 * Everything else works without this file. */
(() => {
  "use strict";

  const LIVE = { "X-Tallytray-Live": "1" };
  const RETRY_MS = 1000;
  const FULL_MS = 400; // the server had no free place to wait in: ask again so soon
  const LIVE_PICTURE_MS = 350;
  const ADVICE_MS = 700;
  const TOAST_MS = 7000;
  const LONG_PRESS_MS = 650;

  const body = document.body;
  const state = { seen: body.dataset.seen, token: body.dataset.token, busy: false, raw: {} };
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  /* ---- regions ------------------------------------------------------------------------- */

  const filled = (html) =>
    html.replaceAll("@@token@@", state.token).replaceAll("@@seen@@", state.seen);

  function swap(place, html) {
    const scrolls = [...place.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
    const open = new Set(
      [...place.querySelectorAll("details[open]")].map((each) => each.dataset.keep));
    const panel = place.querySelector(".panel.is-open");
    const focused = place.contains(document.activeElement) ? mark(document.activeElement) : null;
    const typed = place.querySelector(".panel.is-open input[name=dice]")?.value;
    place.innerHTML = filled(html);
    place.querySelectorAll(".scroll").forEach((each, i) => { each.scrollLeft = scrolls[i] || 0; });
    place.querySelectorAll("details").forEach((each) => {
      if (open.has(each.dataset.keep)) each.open = true;
    });
    if (panel) show(document.getElementById(panel.id), typed);
    if (focused) [...place.querySelectorAll("a,button,input,summary")]
      .find((each) => mark(each) === focused)?.focus({ preventScroll: true });
  }

  const mark = (element) =>
    [element.tagName, element.name, element.value, element.getAttribute("href")].join("|");

  function refresh(answer) {
    state.seen = answer.seen;
    state.token = answer.token;
    document.title = answer.title;
    body.classList.toggle("is-moving", answer.moving);
    for (const [name, html] of Object.entries(answer.regions)) {
      const place = document.getElementById(name);
      if (!place) continue;
      if (state.raw[name] === html) {
        place.querySelectorAll("input[name=seen]").forEach((each) => { each.value = state.seen; });
        place.querySelectorAll("input[name=token]").forEach((each) => { each.value = state.token; });
      } else {
        swap(place, html);
        state.raw[name] = html;
      }
    }
    followPicture();
  }

  /* ---- following ----------------------------------------------------------------------- */

  let line = null; // the request that waits for the next change

  async function follow() {
    for (;;) {
      if (document.hidden) await new Promise((done) =>
        document.addEventListener("visibilitychange", done, { once: true }));
      try {
        await ask();
        offline(false);
      } catch (error) {
        if (error.name === "AbortError") continue;
        offline(true);
        await wait(RETRY_MS);
      }
    }
  }

  async function ask() {
    line = new AbortController();
    const asked = state.seen;
    const began = performance.now();
    const reply = await fetch(`/state?since=${encodeURIComponent(asked)}`,
      { headers: LIVE, signal: line.signal, cache: "no-store" });
    if (reply.status === 200) {
      const answer = await reply.json();
      if (state.seen === asked) refresh(answer); // a tap's own answer may have been quicker
    } else if (reply.status !== 304) {
      throw new Error(`status ${reply.status}`);
    } else if (performance.now() - began < FULL_MS) {
      await wait(FULL_MS);
    }
  }

  function offline(is) {
    body.classList.toggle("is-offline", is);
    const banner = document.querySelector(".offline");
    if (banner) banner.hidden = !is;
  }

  document.addEventListener("visibilitychange", () => { if (document.hidden) line?.abort(); });

  /* ---- taps ---------------------------------------------------------------------------- */

  async function send(form, submitter) {
    if (state.busy) return; // the second half of a double tap
    state.busy = true;
    const fields = new URLSearchParams(new FormData(form, submitter));
    const panel = submitter?.closest(".panel");
    submitter?.classList.add("is-sent");
    try {
      const reply = await fetch(form.action, { method: "POST", body: fields, headers: LIVE });
      const answer = await reply.json();
      if (answer.regions) refresh(answer);
      if (answer.notice) toast(answer.notice);
      else if (panel) hide();
      offline(false);
    } catch (error) {
      toast({ mood: "trouble", text: "The table did not answer. Did the tap count? Look first." });
    } finally {
      submitter?.classList.remove("is-sent");
      state.busy = false;
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-live]")) return;
    event.preventDefault();
    send(form, event.submitter);
  });

  let toastTimer = 0;
  function toast(notice) {
    const place = document.getElementById("toast");
    if (!place) return;
    const box = document.createElement("div");
    box.className = `notice mood-${notice.mood}`;
    const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    icon.setAttribute("class", "icon");
    icon.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#i-${notice.mood}`);
    icon.append(use);
    const words = document.createElement("p");
    words.textContent = notice.text;
    box.append(icon, words);
    place.replaceChildren(box);
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => place.replaceChildren(), TOAST_MS);
  }

  /* ---- panels: opened by their address without script, by a class with it --------------- */

  let opener = null;
  function show(panel, typed) {
    if (!panel) return;
    hide();
    panel.classList.add("is-open");
    if (typed) panel.querySelector("input[name=dice]").value = typed;
    panel.querySelector("button, input:not([type=hidden])")?.focus({ preventScroll: true });
  }

  function hide() {
    document.querySelectorAll(".panel.is-open").forEach((each) => each.classList.remove("is-open"));
    opener?.isConnected && opener.focus({ preventScroll: true });
    opener = null;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link) {
      event.preventDefault();
      const goal = document.getElementById(link.getAttribute("href").slice(1));
      if (goal?.matches(".panel")) { show(goal); opener = link; } else hide();
    } else if (event.target.matches(".panel")) hide(); // beside the box
    const key = event.target.closest("[data-key]");
    if (key) type(key);
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });

  function type(key) {
    const form = key.closest("[data-keypad]");
    const input = form.querySelector("input[name=dice]");
    const dice = input.value.split(/[\s,]+/).filter(Boolean);
    if (key.dataset.key === "back") dice.pop();
    else if (dice.length < Number(form.dataset.keypad)) dice.push(key.dataset.key);
    input.value = dice.join(" ");
  }

  /* ---- the twins of the buttons: a long hold is a long press ------------------------------ */

  let holding = 0;
  document.addEventListener("pointerdown", (event) => {
    const twin = event.target.closest("[data-press] button");
    if (!twin) return;
    const hold = twin.form.elements.hold;
    hold.value = "short";
    twin.classList.add("is-down");
    holding = setTimeout(() => { hold.value = "long"; twin.classList.add("is-long"); }, LONG_PRESS_MS);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, () => {
      clearTimeout(holding);
      document.querySelectorAll(".is-down").forEach((each) =>
        each.classList.remove("is-down", "is-long"));
    });
  }

  /* ---- pictures and advice that move ------------------------------------------------------ */

  function followPicture() {
    const picture = document.querySelector("[data-live-picture]");
    if (!picture || picture.dataset.running) return;
    if (!body.classList.contains("is-moving") && !("only" in picture.dataset)) return;
    picture.dataset.running = "1";
    const next = new Image();
    next.onload = () => { picture.src = next.src; again(); };
    next.onerror = again;
    next.src = `${picture.dataset.livePicture}?at=${Date.now()}`;
    async function again() {
      await wait(document.hidden ? 5 * LIVE_PICTURE_MS : LIVE_PICTURE_MS);
      delete picture.dataset.running;
      followPicture();
    }
  }

  async function followAdvice(place) {
    for (;;) {
      await wait(ADVICE_MS);
      if (document.hidden) continue;
      try {
        const reply = await fetch(place.dataset.advice, { cache: "no-store" });
        const html = await reply.text();
        if (reply.ok && html !== state.raw.advice) place.innerHTML = state.raw.advice = html;
      } catch (error) { /* the next round tells */ }
    }
  }

  followPicture();
  const advice = document.querySelector("[data-advice]");
  if (advice?.dataset.advice) followAdvice(advice);
  if (document.querySelector("[data-region]")) follow();
})();
