// Computes the areas of the flow, in pixels.

export interface Area {
  /** `d` of a path. */
  readonly path: string
  /** At the last point. */
  readonly top: number
  readonly height: number
}

export interface Drawing {
  readonly width: number
  readonly height: number
  /** The greatest figure of the axis. */
  readonly most: number
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Areas on top of each other, the first one lowest. Each holds its figures, one for each point. */
export const areasOf = (stacks: readonly (readonly number[])[], { width, height, most }: Drawing): readonly Area[] => {
  const points = stacks[0]?.length ?? 0
  const x = (index: number): number => round(points < 2 ? index * width : (index / (points - 1)) * width)
  const y = (value: number): number => round(height - (most === 0 ? 0 : (value / most) * height))
  let floor = Array.from({ length: points }, () => 0)
  return stacks.map(figures => {
    const base = floor
    const roof = base.map((value, index) => value + (figures[index] ?? 0))
    floor = roof
    const line = (values: readonly number[]) => values.map((value, index) => `${x(index)} ${y(value)}`)
    // A single point is as wide as the drawing.
    const [up, down] =
      points === 1
        ? [
            [`0 ${y(roof[0] ?? 0)}`, `${width} ${y(roof[0] ?? 0)}`],
            [`0 ${y(base[0] ?? 0)}`, `${width} ${y(base[0] ?? 0)}`],
          ]
        : [line(roof), line(base)]
    const [top, bottom] = [y(roof.at(-1) ?? 0), y(base.at(-1) ?? 0)]
    return { path: `M${up.join('L')}L${down.toReversed().join('L')}Z`, top, height: bottom - top }
  })
}

/** The sum of all areas at each point. */
export const sumsOf = (stacks: readonly (readonly number[])[]): readonly number[] =>
  (stacks[0] ?? []).map((_, index) => stacks.reduce((sum, figures) => sum + (figures[index] ?? 0), 0))
