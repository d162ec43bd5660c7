// Computes shapes of charts, in pixels, and their periods.

export interface Slice {
  /** `d` of a path. */
  readonly path: string
  /** Point in the middle of the slice. */
  readonly x: number
  readonly y: number
}

/** Slices of a ring around (0, 0), clockwise from the top. A slice without a value is undefined. */
export const slicesOf = (values: readonly number[], outer: number, inner: number): (Slice | undefined)[] => {
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0)
  let from = 0
  return values.map(value => {
    const share = total === 0 ? 0 : Math.max(0, value) / total
    if (share === 0) return undefined
    const [start, end] = [from * 2 * Math.PI, (from + share) * 2 * Math.PI]
    from += share
    const middle = (start + end) / 2
    return {
      path: share === 1 ? ring(outer, inner) : arc(start, end, outer, inner),
      x: Math.sin(middle) * ((outer + inner) / 2),
      y: -Math.cos(middle) * ((outer + inner) / 2),
    }
  })
}

const at = (angle: number, radius: number): string =>
  `${round(Math.sin(angle) * radius)} ${round(-Math.cos(angle) * radius)}`
const round = (value: number): number => Math.round(value * 100) / 100

const arc = (start: number, end: number, outer: number, inner: number): string => {
  const isLarge = end - start > Math.PI ? 1 : 0
  return `M${at(start, outer)}A${outer} ${outer} 0 ${isLarge} 1 ${at(end, outer)}L${at(end, inner)}A${inner} ${inner} 0 ${isLarge} 0 ${at(start, inner)}Z`
}

/** One arc cannot go around. */
const ring = (outer: number, inner: number): string =>
  [outer, inner]
    .map((radius, index) => {
      const sweep = index === 0 ? 1 : 0
      return `M${at(0, radius)}A${radius} ${radius} 0 0 ${sweep} ${at(Math.PI, radius)}A${radius} ${radius} 0 0 ${sweep} ${at(0, radius)}Z`
    })
    .join('')

/** Round numbers from 0 to at least the greatest value, five steps at most. */
export const ticksOf = (greatest: number): readonly number[] => {
  if (greatest <= 0) return [0]
  const raw = greatest / 4
  const size = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 2.5, 5, 10].map(factor => factor * size).find(each => each >= raw) ?? raw
  const whole = Number.isInteger(greatest) ? Math.max(1, Math.ceil(step)) : step
  return Array.from({ length: Math.ceil(greatest / whole) + 1 }, (_, index) => index * whole)
}
