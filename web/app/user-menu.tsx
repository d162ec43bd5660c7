import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from './lazy-part.ts'
import { api, done } from '../api/api.ts'
import { Avatar } from '../design/values/avatar.tsx'
import { Menu, MenuItem, MenuSection } from '../design/layout/menu.tsx'
import { toastError } from '../design/feedback/toast.tsx'
import { useForgetEverything, type Account } from '../session/account.ts'

const SignOutDialog = lazyPart(() => import('../auth/sign-out-dialog.tsx'), 'SignOutDialog')

/** The database of drafts comes when somebody signs out: few pages need it. */
const drafts = () => import('../drafts/drafts.ts')

export const UserMenu = ({ account }: { readonly account: Account }) => {
  const { t } = useLingui()
  const { user } = account
  const signOut = useSignOut(user.id)
  const [unsent, setUnsent] = useState(0)
  const ask = async () => {
    const count = await (await drafts()).countUnsent(user.id)
    if (count > 0) setUnsent(count)
    else signOut.mutate(false)
  }
  return (
    <>
      <Menu label={t`Account of ${user.real_name}`} icon={<Avatar user={user} />}>
        <MenuSection label={user.real_name} description={`@${user.username}`}>
          <MenuItem href="/account/profile">{t`Profile`}</MenuItem>
          <MenuItem href="/account/keys">{t`Access keys`}</MenuItem>
          <MenuItem href="/account/sessions">{t`Sessions`}</MenuItem>
          <MenuItem href="/account/appearance">{t`Appearance`}</MenuItem>
        </MenuSection>
        <MenuSection label={t`More`} isLabelHidden>
          <MenuItem href="/api/explorer/">{t`API explorer`}</MenuItem>
          <MenuItem onAction={() => void ask()}>{t`Sign out`}</MenuItem>
        </MenuSection>
      </Menu>
      {unsent > 0 && (
        <Suspense fallback={null}>
          <SignOutDialog
            drafts={unsent}
            isPending={signOut.isPending}
            onSignOut={signOut.mutate}
            onClose={() => setUnsent(0)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Signs out, and deletes the drafts of the account in this browser unless they are kept. */
const useSignOut = (accountId: number) => {
  const forgetEverything = useForgetEverything()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (_isKeepingDrafts: boolean) => {
      await done(api.DELETE('/sessions/{id}', { params: { path: { id: 'current' } } }))
    },
    onSuccess: async (_done, isKeepingDrafts) => {
      await navigate({ to: '/login' })
      await forgetEverything()
      // The page is gone, and with it the last pause in which it stores a draft.
      if (!isKeepingDrafts) await (await drafts()).forgetDrafts(accountId)
    },
    onError: toastError,
  })
}
