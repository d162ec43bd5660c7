import { useLingui } from '@lingui/react/macro'

/** The server has English names for the groups that every project has: translates them. */
export const useGroupLabel = (): ((group: { readonly id: string; readonly label: string }) => string) => {
  const { t } = useLingui()
  return ({ id, label }) => {
    switch (id.split('_')[1]) {
      case '3':
        return t`Project members`
      case '4':
        return t`Project administrators`
      case '11':
        return t`File administrators`
      case '14':
        return t`Wiki administrators`
      default:
        return label
    }
  }
}
