import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ReadProps } from '../field-view.ts'
import { Nothing } from '../shared/nothing.tsx'
import { readOnlyView } from '../shared/read-only.ts'
import type { CrossValue } from '../shared/values.ts'

type Reference = CrossValue['value'][number]

const Read = ({ value }: ReadProps<CrossValue>) => {
  const references = value?.value ?? []
  if (references.length === 0) return <Nothing />
  const of = (...directions: readonly Reference['direction'][]) =>
    references.filter(({ direction }) => directions.includes(direction))
  return (
    <div className="cross-references">
      <References title={<Trans>refers to</Trans>} references={of('out', 'both')} />
      <References title={<Trans>referred to by</Trans>} references={of('in', 'both')} />
    </div>
  )
}

const References = ({ title, references }: { readonly title: ReactNode; readonly references: readonly Reference[] }) =>
  references.length === 0 ? null : (
    <p>
      <span className="meta">{title}</span>{' '}
      {references.map(({ ref, url, direction }) => (
        <a key={`${ref} ${direction}`} href={url} dir="auto">
          {ref}
        </a>
      ))}
    </p>
  )

const Cell = ({ value }: ReadProps<CrossValue>) => (
  <bdi className="cut">{(value?.value ?? []).map(({ ref }) => ref).join(', ')}</bdi>
)

export const cross = readOnlyView<CrossValue>({
  type: 'cross',
  Read,
  Cell,
  isEmpty: value => (value?.value ?? []).length === 0,
  toText: value => (value?.value ?? []).map(({ ref }) => ref).join(', '),
})
