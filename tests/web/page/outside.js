// Controls that stick out of the window and cannot be scrolled to.
() => {
  const scrolls = (element) => {
    for (let p = element.parentElement; p; p = p.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(p).overflowX)) return true;
    }
    return false;
  };
  return [...document.querySelectorAll("button, a, input, select, textarea")]
    .filter((element) => {
      const box = element.getBoundingClientRect();
      if (!box.width || !box.height || element.closest(".sr") || scrolls(element)) return false;
      return box.left < -1 || box.right > innerWidth + 1;
    })
    .map((element) => element.outerHTML.slice(0, 80));
}
