import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { SearchList } from '../design/controls/search-list.tsx'
import { includesText } from '../design/includes-text.ts'
import { IconFolder, IconSearch } from '../design/icons.tsx'
import { IconTracker } from '../design/page-icons.tsx'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { useAccount } from '../session/account.ts'
import { historyQuery } from '../session/history-query.ts'
import { keyText } from './key-text.ts'
import { paletteHitsQuery, placesQuery } from './palette-queries.ts'
import { currentCommands } from './registry.ts'
import './commands.css'

interface Entry {
  readonly id: string
  readonly label: string
  /** Where it is, or the key that does it. */
  readonly detail: string
  readonly icon: React.ReactNode
  readonly run: () => void
}

interface Section {
  readonly id: string
  readonly label: string
  readonly entries: readonly Entry[]
}

const MAX_ENTRIES = 8

/** Numbers, recent artifacts, projects, trackers and commands. `>` shows commands only, `#` artifacts only. */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const sections = useSections(text.trim(), onClose).filter(({ entries }) => entries.length > 0)
  const entries = sections.flatMap(section => section.entries)
  return (
    <ModalOverlay className="palette-overlay" isOpen onOpenChange={open => !open && onClose()} isDismissable>
      <Modal className="palette-modal">
        <Dialog className="palette" aria-label={t`Search or jump to…`}>
          <SearchList
            label={t`Search or jump to…`}
            placeholder={t`A number, a name, or > for commands`}
            text={text}
            onText={setText}
            options={sections.flatMap(section =>
              section.entries.map(entry => ({
                id: entry.id,
                section: section.label,
                content: (
                  <>
                    <span className="palette-icon">{entry.icon}</span>
                    <span className="cut" dir="auto">
                      {entry.label}
                    </span>
                    <span className="palette-detail">{entry.detail}</span>
                  </>
                ),
              })),
            )}
            onChoose={id => {
              const entry = entries.find(each => each.id === id)
              onClose()
              entry?.run()
            }}
            empty={t`Nothing found`}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

const useSections = (text: string, onClose: () => void): readonly Section[] => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isCommands = text.startsWith('>')
  const isArtifacts = text.startsWith('#')
  const words = text.replace(/^[>#]\s*/, '')
  const recent = useQuery(historyQuery(useAccount())).data ?? []
  const places = useQuery(placesQuery).data ?? []
  const hits = useQuery(paletteHitsQuery(isCommands ? '' : words)).data ?? []
  const matches = (label: string): boolean => words === '' || includesText(label, words)
  const number = /^#?\s*(\d{1,15})$/.exec(text)?.[1] ?? /^[\w-]+\s+#(\d{1,15})$/.exec(text)?.[1]
  const openArtifact = (id: string) => void navigate({ to: '/artifacts/$id', params: { id } })
  const numbered: Entry[] =
    number === undefined
      ? []
      : [
          {
            id: `number ${number}`,
            label: t`Artifact #${number}`,
            detail: t`open`,
            icon: '#',
            run: () => openArtifact(number),
          },
        ]
  const seen: Entry[] = recent
    .filter(({ title, xref }) => matches(`${xref ?? ''} ${title}`))
    .slice(0, MAX_ENTRIES)
    .map(entry => ({
      id: `recent ${entry.per_type_id}`,
      label: entry.title === '' ? (entry.xref ?? '') : entry.title,
      detail: `${entry.xref ?? ''} · ${entry.project.label}`,
      icon: <TrackerSquare colour={valueColour(entry.color_name)} />,
      run: () => openArtifact(String(entry.per_type_id)),
    }))
  const shown = new Set([...seen.map(({ id }) => id.replace('recent ', '')), number])
  const onServer: Entry[] = hits
    .filter(({ artifact_id: id }) => !shown.has(String(id)))
    .map(hit => ({
      id: `hit ${hit.type} ${hit.id}`,
      label: hit.title,
      detail: hit.project === null ? (hit.xref ?? '') : `${hit.xref ?? ''} · ${hit.project.label}`,
      icon: hit.tracker ? <TrackerSquare colour={valueColour(hit.tracker.color_name)} /> : '@',
      run: () =>
        hit.artifact_id === null ? window.location.assign(hit.html_url) : openArtifact(String(hit.artifact_id)),
    }))
  const everywhere: Entry[] =
    words.length < 2
      ? []
      : [
          {
            id: 'everywhere',
            label: t`Search everywhere for “${words}”`,
            detail: '',
            icon: <IconSearch />,
            run: () => void navigate({ to: '/search', search: { q: words } }),
          },
        ]
  const found: Entry[] = places
    .filter(({ label, project }) => matches(`${label} ${project ?? ''}`))
    .slice(0, MAX_ENTRIES)
    .map(place => ({
      id: place.href,
      label: place.label,
      detail: place.project ?? t`project`,
      icon: place.project === undefined ? <IconFolder /> : <IconTracker />,
      run: () => void navigate({ href: place.href }),
    }))
  const commands: Entry[] = currentCommands()
    .filter(({ id, label }) => id !== 'palette' && matches(label))
    .slice(0, isCommands ? 50 : MAX_ENTRIES)
    .map(command => ({
      id: `command ${command.id}`,
      label: command.label,
      detail: command.keys === undefined ? '' : keyText(command.keys, t`then`),
      icon: '›',
      run: () => {
        onClose()
        command.run()
      },
    }))
  return [
    { id: 'numbers', label: t`Go to`, entries: isCommands ? [] : numbered },
    { id: 'recent', label: t`Recent`, entries: isCommands ? [] : seen },
    { id: 'places', label: t`Projects and trackers`, entries: isCommands || isArtifacts ? [] : found },
    { id: 'commands', label: t`Do`, entries: isArtifacts ? [] : commands },
    // Last, so that nothing moves under the highlight when they arrive.
    { id: 'server', label: t`Found`, entries: isCommands ? [] : onServer },
    { id: 'everywhere', label: t`Search`, entries: isCommands ? [] : everywhere },
  ]
}
