import type { ReactNode } from 'react'

/** Names and what they are. */
export const Facts = ({ items }: { readonly items: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="facts card">
    {items.map(([name, value]) => (
      // The pairs stand in a grid, so that all values begin at the same place.
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
