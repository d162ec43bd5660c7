import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { tinykeys } from 'tinykeys'
import { lazyPart } from '../app/lazy-part.ts'
import { useAccount } from '../session/account.ts'
import { isBusy, runEarlyKeys } from './early-keys.ts'
import { isSingleKey } from './key-text.ts'
import { openLayer, useLayer } from './palette-state.ts'
import { currentCommands, useCommands, useCurrentCommands } from './registry.ts'
import { shortcutsQuery } from './shortcut-setting.ts'

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette')
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet')

/** Runs the commands of the pages by their keys, and shows palette and sheet. */
export const CommandCenter = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const layer = useLayer()
  const account = useAccount()
  useCommands([
    {
      id: 'palette',
      label: t`Search or jump to…`,
      keys: '$mod+k',
      section: t`Everywhere`,
      run: () => openLayer('palette'),
    },
    { id: 'shortcuts', label: t`All keys`, keys: '?', section: t`Everywhere`, run: () => openLayer('shortcuts') },
    {
      id: 'go.home',
      label: t`Go to my work`,
      keys: 'g h',
      section: t`Everywhere`,
      run: () => void navigate({ to: '/' }),
    },
    ...(account
      ? [
          {
            id: 'go.inbox',
            label: t`Go to the inbox`,
            keys: 'g i',
            section: t`Everywhere`,
            run: () => void navigate({ to: '/', search: { tab: 'inbox' } }),
          },
        ]
      : []),
    {
      id: 'go.projects',
      label: t`Go to the projects`,
      keys: 'g p',
      section: t`Everywhere`,
      run: () => void navigate({ to: '/projects' }),
    },
    {
      id: 'go.search',
      label: t`Search everything`,
      keys: 'g s',
      section: t`Everywhere`,
      run: () => void navigate({ to: '/search' }),
    },
  ])
  useKeys()
  return (
    <Suspense fallback={null}>
      {layer === 'palette' && <Palette onClose={() => openLayer(undefined)} />}
      {layer === 'shortcuts' && <ShortcutSheet onClose={() => openLayer(undefined)} />}
    </Suspense>
  )
}

const useKeys = (): void => {
  const commands = useCurrentCommands()
  const account = useAccount()
  const areLettersOn = useQuery({ ...shortcutsQuery, enabled: Boolean(account) }).data ?? true
  useEffect(() => {
    const bindings: Record<string, (event: KeyboardEvent) => void> = {}
    // The innermost page comes last, so its command takes the key.
    for (const { id, keys } of commands) {
      if (keys === undefined || (isSingleKey(keys) && !areLettersOn)) continue
      bindings[keys === '?' ? 'Shift+?' : keys] = event => {
        if (event.defaultPrevented || (isSingleKey(keys) && isBusy(event))) return
        const command = currentCommands().find(each => each.id === id)
        if (!command) return
        event.preventDefault()
        command.run()
      }
    }
    const stop = tinykeys(window, bindings)
    runEarlyKeys()
    return stop
  }, [commands, areLettersOn])
}
