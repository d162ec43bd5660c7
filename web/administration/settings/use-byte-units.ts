import { useLingui } from '@lingui/react/macro'
import type { ByteUnit } from './bytes.ts'

export const useByteUnits = (): Readonly<Record<ByteUnit, string>> => {
  const { t } = useLingui()
  return { B: t`bytes`, KiB: t`KiB`, MiB: t`MiB`, GiB: t`GiB`, TiB: t`TiB` }
}
