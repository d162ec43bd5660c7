import { Trans } from '@lingui/react/macro'
import { CopyField } from '../../design/controls/copy-field.tsx'
import type { ReadProps } from '../field-view.ts'
import { readOnlyView } from '../shared/read-only.ts'
import type { EncryptedValue } from '../shared/values.ts'

const Read = ({ field, value }: ReadProps<EncryptedValue>) =>
  (value?.value ?? '') === '' ? (
    <span className="muted">
      <Trans>This server keeps no encrypted values</Trans>
    </span>
  ) : (
    <CopyField label={field.label} value={value?.value ?? ''} />
  )

const Cell = () => <span aria-hidden="true">••••••</span>

export const encrypted = readOnlyView<EncryptedValue>({ type: 'Encrypted', Read, Cell, toText: () => '' })
