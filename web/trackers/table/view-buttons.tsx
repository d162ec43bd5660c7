import { Trans } from '@lingui/react/macro'
import { lazyPart } from '../../app/lazy-part.ts'
import { LateLayer } from '../../design/layout/late-layer.tsx'
import type { ColumnsButtonProps, SortButtonProps } from './view-menus.tsx'

const SortMenu = lazyPart(() => import('./view-menus.tsx'), 'SortMenu')
const ColumnsMenu = lazyPart(() => import('./view-menus.tsx'), 'ColumnsMenu')

export const SortButton = (props: SortButtonProps) => {
  const { tracker, sort } = props
  const [first] = sort
  const label = tracker.fields.find(field => field.name === first?.name)?.label
  return (
    <LateLayer
      kind="dialog"
      className="button button-quiet button-small"
      layer={handle => <SortMenu {...props} {...handle} />}
    >
      <Trans>Sort</Trans>
      {label !== undefined && (
        <strong>
          {label} {first?.isDescending === true ? '↓' : '↑'}
          {sort.length > 1 && ` +${sort.length - 1}`}
        </strong>
      )}
    </LateLayer>
  )
}

export const ColumnsButton = (props: ColumnsButtonProps) => (
  <LateLayer
    kind="dialog"
    className="button button-quiet button-small"
    layer={handle => <ColumnsMenu {...props} {...handle} />}
  >
    {props.label}
  </LateLayer>
)
