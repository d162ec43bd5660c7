import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, done } from '../api/api.ts'
import { Avatar } from '../design/values/avatar.tsx'
import { Menu, MenuItem, MenuSection } from '../design/layout/menu.tsx'
import { toastError } from '../design/feedback/toast.tsx'
import { useForgetEverything, type Account } from '../session/account.ts'

export const UserMenu = ({ account }: { readonly account: Account }) => {
  const { t } = useLingui()
  const signOut = useSignOut()
  const { user } = account
  return (
    <Menu label={t`Account of ${user.real_name}`} icon={<Avatar user={user} />}>
      <MenuSection label={user.real_name} description={`@${user.username}`}>
        <MenuItem href="/account/profile">{t`Profile`}</MenuItem>
        <MenuItem href="/account/keys">{t`Access keys`}</MenuItem>
        <MenuItem href="/account/sessions">{t`Sessions`}</MenuItem>
        <MenuItem href="/account/appearance">{t`Appearance`}</MenuItem>
      </MenuSection>
      <MenuSection label={t`More`} isLabelHidden>
        <MenuItem href="/api/explorer/">{t`API explorer`}</MenuItem>
        <MenuItem onAction={() => signOut.mutate()}>{t`Sign out`}</MenuItem>
      </MenuSection>
    </Menu>
  )
}

const useSignOut = () => {
  const forgetEverything = useForgetEverything()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => done(api.DELETE('/sessions/{id}', { params: { path: { id: 'current' } } })),
    onSuccess: async () => {
      await navigate({ to: '/login' })
      await forgetEverything()
    },
    onError: toastError,
  })
}
