// A chart as a file.
import type { Figures } from './chart-figures.ts'

/** Cells that a sheet would take for a formula begin with an apostrophe, as in exports of the server. */
const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvOf = ({ bars, stacks }: Figures, by: string, measured: string): string =>
  [
    [by, ...stacks.map(({ label }) => label), measured],
    ...bars.map(({ label, stacked, value }) => [label, ...stacked, value]),
  ]
    .map(row => row.map(cell).join(','))
    .join('\r\n')

const STYLES = ['fill', 'stroke', 'stroke-width', 'font-size', 'font-family', 'font-weight'] as const

/** The drawing with its colours and letters as they are shown now, since a file has no style sheet. */
export const svgOf = (svg: SVGSVGElement): string => {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const shown = [svg, ...svg.querySelectorAll('*')]
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = shown[index]
    if (!original) continue
    const styles = getComputedStyle(original)
    for (const name of STYLES) {
      const value = styles.getPropertyValue(name)
      // References to patterns are addresses of this page in computed styles.
      if (!value.startsWith('url(')) element.setAttribute(name, value)
    }
    for (const name of ['class', 'tabindex', 'role', 'data-colour']) element.removeAttribute(name)
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return new XMLSerializer().serializeToString(copy)
}
