// Reports how a web page scrolls, as an observation stream (FeelLab, docs/formats.md).
//
// Paste this into the console of the browser's developer tools, scroll, and call feelProbe.save(): it downloads
// page.jsonl, for `feellab fit page.jsonl` and `feellab check page.jsonl`. To observe a scrolling element instead of
// the page, select it in the inspector and call feelProbe.of($0) first.
const feelProbe = (() => {
  const round = (number) => Math.round(number * 1000) / 1000
  let element = document.scrollingElement
  let axis = "y"
  let lines = []

  const isPage = () => element === document.scrollingElement
  const offset = () => {
    // Includes the fraction of a pixel by which the visual viewport is beyond the page.
    const view = isPage() ? visualViewport : null
    return axis === "y" ? view?.pageTop ?? element.scrollTop : view?.pageLeft ?? element.scrollLeft
  }
  const write = (milliseconds, line) => lines.push({ t: round(milliseconds) / 1000, ...line })

  const show = (milliseconds) => {
    write(milliseconds, { offset: offset() })
    requestAnimationFrame(show)
  }
  requestAnimationFrame(show)

  const phases = { touchstart: "down", touchmove: "move", touchend: "up", touchcancel: "cancel" }
  for (const [name, phase] of Object.entries(phases)) {
    addEventListener(name, (event) => {
      const touch = event.changedTouches[0]
      write(event.timeStamp, { pointer: [round(touch.clientX), round(touch.clientY)], phase })
    }, { capture: true, passive: true })
  }
  addEventListener("wheel", (event) => {
    write(event.timeStamp, { wheel: axis === "y" ? event.deltaY : event.deltaX })
  }, { capture: true, passive: true })

  const text = () => {
    const [content, viewport] = axis === "y"
      ? [element.scrollHeight, element.clientHeight] : [element.scrollWidth, element.clientWidth]
    const first = { feelstream: 1, source: document.title, scale: devicePixelRatio, axis,
                    min: 0, max: Math.max(0, content - viewport), viewport }
    // Events that belong to a frame may be reported after it.
    const told = lines.toSorted((a, b) => a.t - b.t)
    return [first, ...told].map((line) => JSON.stringify(line) + "\n").join("")
  }

  return {
    of: (other, along = "y") => { [element, axis, lines] = [other, along, []] },
    save: () => Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(new Blob([text()])), download: "page.jsonl",
    }).click(),
  }
})()
