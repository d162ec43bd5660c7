import type { ReactNode } from 'react'

/** A list of names with their values. */
export const Facts = ({ items }: { readonly items: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="facts card">
    {items.map(([name, value]) => (
      // The pairs are in a grid, so that all values begin at the same column.
      <FactRow key={name} name={name} value={value} />
    ))}
  </dl>
)

const FactRow = ({ name, value }: { readonly name: string; readonly value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)
