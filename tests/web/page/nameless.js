// Controls that a screen reader could not name.
() =>
  [...document.querySelectorAll("button, a[href], input, select, textarea")]
    .filter((e) => {
      const named = e.getAttribute("aria-label") || e.title || e.labels?.length || e.placeholder;
      return !named && !e.innerText?.trim();
    })
    .map((e) => e.outerHTML.slice(0, 80))
