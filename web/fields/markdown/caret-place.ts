export interface Place {
  readonly left: number
  readonly bottom: number
}

const COPIED = ['font', 'letterSpacing', 'lineHeight', 'padding', 'border', 'boxSizing', 'tabSize'] as const

/** The place below the letter of a text area, in pixels from the corner of the area: browsers do not tell it. */
export const caretPlace = (area: HTMLTextAreaElement, index: number): Place => {
  const style = getComputedStyle(area)
  const copy = document.createElement('div')
  for (const name of COPIED) copy.style[name] = style[name]
  copy.style.position = 'absolute'
  copy.style.visibility = 'hidden'
  copy.style.whiteSpace = 'pre-wrap'
  copy.style.overflowWrap = 'break-word'
  copy.style.inlineSize = `${area.clientWidth}px`
  copy.textContent = area.value.slice(0, index)
  const mark = document.createElement('span')
  mark.textContent = '.'
  copy.append(mark)
  area.after(copy)
  const place = { left: mark.offsetLeft, bottom: mark.offsetTop + mark.offsetHeight - area.scrollTop }
  copy.remove()
  return place
}
