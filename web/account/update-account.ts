import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'
import { accountQuery, type Account } from '../session/account.ts'
import { applyAppearance, type Theme } from '../session/appearance.ts'
import type { Language } from '../session/languages.ts'

export interface AccountChanges {
  readonly real_name?: string
  readonly email?: string
  readonly current_password?: string
  readonly language?: Language | ''
  readonly theme?: Theme
  readonly timezone?: string
}

/** Changes the own account; the page shows the change at once, in the new language and theme. */
export const useUpdateAccount = (onDone: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (changes: AccountChanges) => bodyOf(api.PATCH('/account', { body: changes })) as Promise<Account>,
    // A wrong password must not count as an ended session.
    meta: { isSignedOutFine: true },
    onSuccess: async account => {
      queries.setQueryData(accountQuery.queryKey, account)
      await applyAppearance(account)
      onDone()
    },
  })
}
