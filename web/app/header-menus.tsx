import type { Account } from '../session/account.ts'
import { HelpMenu } from './help-menu.tsx'
import { NewArtifactLayer } from '../artifacts/new-artifact/new-artifact-layer.tsx'
import { NewMenu } from './new-menu.tsx'

/** The menus in the header of new things and of help. */
export const HeaderMenus = ({ account }: { readonly account: Account | null | undefined }) => (
  <>
    {account && <NewMenu canCreateProjects={account.can_create_projects} />}
    {account && <NewArtifactLayer />}
    <div className="shell-help">
      <HelpMenu />
    </div>
  </>
)
