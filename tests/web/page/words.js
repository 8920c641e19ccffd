() => {
  // All that is written for people, but for what is marked as English and actions in their notation.
  const out = [];
  for (const node of document.querySelectorAll("body *")) {
    if (node.closest('[lang="en"], script, style, option')) continue;
    const own = [...node.childNodes].filter((one) => one.nodeType === 3).map((one) => one.textContent).join(" ");
    const title = node.classList.contains("deed") ? "" : (node.getAttribute("title") ?? "");
    for (const text of [own, title, node.getAttribute("aria-label") ?? ""]) if (text.trim()) out.push(text.trim());
  }
  return out;
}
