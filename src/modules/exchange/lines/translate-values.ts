import type { ImportOptions } from '../model/import.ts'

/** Values of the source with the texts of here. */
export type Translate = (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/** Replaces texts of fields by the tables of the request; texts that a table does not name stay. */
export const translator = ({ columns }: Pick<ImportOptions, 'columns'>): Translate => {
  const tables = new Map(
    columns.flatMap(({ field, values }) =>
      field !== undefined && values ? [[field, new Map(Object.entries(values))]] : [],
    ),
  )
  if (tables.size === 0) return values => values
  return values =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const table = tables.get(name)
        if (!table) return [name, value]
        const translate = (one: unknown): unknown => (typeof one === 'string' ? (table.get(one) ?? one) : one)
        return [name, Array.isArray(value) ? (value as readonly unknown[]).map(translate) : translate(value)]
      }),
    )
}
