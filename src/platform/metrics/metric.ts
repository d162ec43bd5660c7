// The form of a metric between the code that measures it and the exposition for Prometheus.

export interface MetricValue {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
  /** Name of the series if it is not that of the metric: `…_bucket`, `…_sum`, `…_count`. */
  readonly metricName?: string
}

export interface Metric {
  /** Name by the conventions of Prometheus: with its base unit, a counter with `_total`. */
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly values: readonly MetricValue[]
  /** How the values of several processes are aggregated. */
  readonly aggregator: 'sum' | 'first' | 'max' | 'min' | 'average' | 'omit'
}

type Values = number | readonly (readonly [labels: MetricValue['labels'], value: number])[]

const valuesOf = (values: Values): MetricValue[] =>
  typeof values === 'number' ? [{ value: values, labels: {} }] : values.map(([labels, value]) => ({ value, labels }))

export const counter = (name: string, help: string, values: Values): Metric => ({
  name,
  help,
  type: 'counter',
  values: valuesOf(values),
  aggregator: 'sum',
})

export const gauge = (
  name: string,
  help: string,
  values: Values,
  aggregator: Metric['aggregator'] = 'sum',
): Metric => ({ name, help, type: 'gauge', values: valuesOf(values), aggregator })
