import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { useCommands } from '../commands/registry.ts'
import { Button } from '../design/controls/button.tsx'
import { IconMore } from '../design/icons.tsx'
import { Menu, MenuItem, MenuSection } from '../design/layout/menu.tsx'
import { IconComment, IconEye, IconStatus } from '../design/page-icons.tsx'
import { useCopy } from '../design/use-copy.ts'
import { useAccount } from '../session/account.ts'
import { trackerUsageQuery } from '../trackers/tracker-queries.ts'
import { useArtifact } from './artifact-context.tsx'
import { copyTexts } from './copy-texts.ts'
import { MAIL_LEVELS, useMailWords, useMails } from './form/mails.ts'
import { openNewArtifact } from './new-artifact/new-artifact-state.ts'

const AccessDialog = lazyPart(() => import('../artifact-dialogs/access-dialog.tsx'), 'AccessDialog')
const DeleteDialog = lazyPart(() => import('../artifact-dialogs/delete-dialog.tsx'), 'DeleteDialog')
const MoveDialog = lazyPart(() => import('../artifact-dialogs/move-dialog.tsx'), 'MoveDialog')

/** Beside the title: watching, and the menu. */
export const HeadActions = ({ hasMails }: { readonly hasMails: boolean }) => (
  <>
    <Watch />
    <ActionMenu hasMails={hasMails} isAtFoot={false} />
  </>
)

/** At the foot of phones, under the thumb. */
export const FootBar = ({ onComment }: { readonly onComment: () => void }) => {
  const { layout, mayWrite, isEditable, edit } = useArtifact()
  const { status } = layout
  return (
    <div className="artifact-foot">
      {mayWrite && (
        <Button onPress={onComment}>
          <IconComment /> <Trans>Comment</Trans>
        </Button>
      )}
      {status && isEditable(status) && (
        <Button onPress={() => edit(status)}>
          <IconStatus /> <bdi className="cut">{status.label}</bdi>
        </Button>
      )}
      <ActionMenu hasMails isAtFoot />
    </div>
  )
}

/** Watching means mails about every change. */
const Watch = () => {
  const { t } = useLingui()
  const { id, isGone } = useArtifact()
  const { data, change } = useMails(id)
  const level = data?.level
  const isWatching = level === 'all'
  const toggle = () => change(isWatching ? 'involved' : 'all')
  useCommands([
    {
      id: 'artifact.watch',
      label: t`Watch`,
      keys: 'w',
      section: t`Artifact`,
      isAvailable: () => level !== undefined,
      run: toggle,
    },
  ])
  if (level === undefined || isGone) return null
  return (
    <Button variant="quiet" size="small" aria-pressed={isWatching} onPress={toggle}>
      <IconEye /> <span className="watch-label">{isWatching ? <Trans>Watching</Trans> : <Trans>Watch</Trans>}</span>
    </Button>
  )
}

/** Actions on the artifact as a whole. With the mails about it where nothing else on the page shows them. */
const ActionMenu = ({ hasMails, isAtFoot }: { readonly hasMails: boolean; readonly isAtFoot: boolean }) => {
  const { t } = useLingui()
  const { artifact, tracker, isAdministrator } = useArtifact()
  const [open, setOpen] = useState<'access' | 'move' | 'delete'>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const usage = useQuery({ ...trackerUsageQuery(tracker.id), enabled: isMenuOpen }).data
  const account = useAccount()
  const copy = useCopy()
  const texts = copyTexts(artifact)
  const { data: mails, change } = useMails(artifact.id)
  const mailWords = useMailWords()
  useCommands([
    { id: 'artifact.menu', label: t`Actions`, keys: '.', section: t`Artifact`, run: () => setMenuOpen(true) },
    {
      id: 'artifact.copy-link',
      label: t`Copy the address`,
      keys: '$mod+Shift+c',
      section: t`Artifact`,
      run: () => copy(texts.address),
    },
  ])
  return (
    <>
      <Menu label={t`More`} icon={<IconMore />} isAtFoot={isAtFoot} isOpen={isMenuOpen} onOpenChange={setMenuOpen}>
        <MenuSection label={t`Copy as`}>
          <MenuItem onAction={() => copy(artifact.xref)}>{artifact.xref}</MenuItem>
          <MenuItem onAction={() => copy(texts.address)}>{t`Address`}</MenuItem>
          <MenuItem onAction={() => copy(texts.markdown)}>{t`Markdown link`}</MenuItem>
          <MenuItem onAction={() => copy(texts.branch)}>{t`Name of a branch`}</MenuItem>
          <MenuItem onAction={() => copy(texts.curl)}>{t`curl`}</MenuItem>
        </MenuSection>
        {hasMails && mails ? (
          <MenuSection label={t`Mails about it`} description={mailWords[mails.level]}>
            {MAIL_LEVELS.map(level => (
              <MenuItem key={level} onAction={() => change(level)}>
                {mailWords[level]}
              </MenuItem>
            ))}
          </MenuSection>
        ) : null}
        <MenuSection label={t`This artifact`} isLabelHidden>
          {usage?.can_copy_artifacts === true ? (
            <MenuItem onAction={() => openNewArtifact(tracker.id, { copy: artifact.id })}>{t`Make a copy…`}</MenuItem>
          ) : null}
          {account ? <MenuItem onAction={() => setOpen('access')}>{t`Access…`}</MenuItem> : null}
          <MenuItem onAction={() => window.print()}>{t`Print`}</MenuItem>
          {isAdministrator ? <MenuItem onAction={() => setOpen('move')}>{t`Move…`}</MenuItem> : null}
          {isAdministrator ? <MenuItem isDanger onAction={() => setOpen('delete')}>{t`Delete…`}</MenuItem> : null}
        </MenuSection>
      </Menu>
      <Suspense fallback={null}>
        {open === 'access' && <AccessDialog onClose={() => setOpen(undefined)} />}
        {open === 'move' && <MoveDialog onClose={() => setOpen(undefined)} />}
        {open === 'delete' && <DeleteDialog onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}
