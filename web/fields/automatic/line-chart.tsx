import { Trans } from '@lingui/react/macro'
import { DateTime, FormattedNumber } from '../../design/format.tsx'

interface Series {
  readonly label: string
  readonly points: readonly (number | null)[]
}

export interface LineChartProps {
  readonly label: string
  readonly dates: readonly string[]
  readonly series: readonly Series[]
}

const WIDTH = 480
const HEIGHT = 160

/** Lines over days, with the same figures as a table. */
export const LineChart = ({ label, dates, series }: LineChartProps) => {
  const most = Math.max(1, ...series.flatMap(({ points }) => points.map(point => point ?? 0)))
  const x = (index: number): number => (dates.length < 2 ? 0 : (index * WIDTH) / (dates.length - 1))
  const y = (value: number): number => HEIGHT - (value / most) * HEIGHT
  return (
    <figure className="burn-chart">
      {series.length > 1 && (
        <ul className="burn-chart-legend">
          {series.map(({ label: name }, number) => (
            <li key={name}>
              <svg viewBox="0 0 16 4" width={16} height={4} aria-hidden="true">
                <path className={`burn-chart-line burn-chart-line-${number + 1}`} d="M0 2H16" />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      <p className="meta" aria-hidden="true">
        <FormattedNumber value={most} />
      </p>
      <svg viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`} role="img" aria-label={label}>
        <path className="burn-chart-axis" d={`M0 0V${HEIGHT}H${WIDTH}`} />
        {series.map(({ label: name, points }, number) => (
          <path
            key={name}
            className={`burn-chart-line burn-chart-line-${number + 1}`}
            d={points
              .map((point, index) =>
                point === null ? '' : `${(points[index - 1] ?? null) === null ? 'M' : 'L'}${x(index)} ${y(point)}`,
              )
              .join('')}
          />
        ))}
      </svg>
      <p className="meta burn-chart-days" aria-hidden="true">
        <DateTime value={dates[0] ?? ''} as="day" />
        <DateTime value={dates.at(-1) ?? ''} as="day" />
      </p>
      <details>
        <summary>
          <Trans>Figures</Trans>
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Day</Trans>
              </th>
              {series.map(({ label: name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dates.map((date, index) => (
              <tr key={date}>
                <th scope="row">
                  <DateTime value={date} as="day" />
                </th>
                {series.map(({ label: name, points }) => (
                  <td key={name}>{<Figure value={points[index]} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

const Figure = ({ value }: { readonly value: number | null | undefined }) =>
  value === null || value === undefined ? '–' : <FormattedNumber value={value} />
