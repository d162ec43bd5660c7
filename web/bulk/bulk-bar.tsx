import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { copyTexts } from '../artifacts/copy-texts.ts'
import { useCommands } from '../commands/registry.ts'
import { Button, IconButton } from '../design/controls/button.tsx'
import { toastError } from '../design/feedback/toast.tsx'
import { IconClose, IconCopy, IconEdit, IconTrash } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { IconMove } from '../design/form-icons.tsx'
import { IconComment, IconEye, IconLink } from '../design/page-icons.tsx'
import { useCopy } from '../design/use-copy.ts'
import { formatSort } from '../trackers/table/columns.ts'
import type { Row } from '../trackers/rows/rows.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import type { TrackerView } from '../trackers/view-state.ts'
import './bulk.css'
import { idsOfQuery } from './bulk-write.ts'
import { cellsOf, markdownTable, tabbedText, type Cells } from './cells.ts'
import { bulkFields } from './chosen-values.ts'

const BulkEditDialog = lazyPart(() => import('./bulk-edit-dialog.tsx'), 'BulkEditDialog')
const BulkLinkDialog = lazyPart(() => import('./bulk-link-dialog.tsx'), 'BulkLinkDialog')
const BulkMailsDialog = lazyPart(() => import('./bulk-mails-dialog.tsx'), 'BulkMailsDialog')
const BulkMoveDialog = lazyPart(() => import('./bulk-move-dialog.tsx'), 'BulkMoveDialog')
const BulkDeleteDialog = lazyPart(() => import('./bulk-delete-dialog.tsx'), 'BulkDeleteDialog')

/** More than these are a piece of work for a program. */
export const MOST_CHOSEN = 5_000

export interface BulkBarProps {
  readonly tracker: Tracker
  readonly view: TrackerView
  readonly chosen: ReadonlySet<number>
  readonly total: number | undefined
  readonly isAdministrator: boolean
  /** The chosen rows that are loaded. */
  readonly rows: () => readonly Row[]
  readonly onChosen: (chosen: ReadonlySet<number>) => void
}

/** Actions on the chosen artifacts, at the lower edge of the table. */
export const BulkBar = ({ tracker, view, chosen, total, isAdministrator, rows, onChosen }: BulkBarProps) => {
  const { t } = useLingui()
  const copy = useCopy()
  const [dialog, setDialog] = useState<'edit' | 'comment' | 'link' | 'mails' | 'move' | 'delete'>()
  const [isFinding, setFinding] = useState(false)
  const ids = [...chosen]
  const idField = tracker.fields.find(field => field.type === 'aid' && field.is_used)?.name
  // A report with criteria that TQL cannot say has no query that finds all of it.
  const isWhole = view.tql === '' && view.criteria !== ''
  const canChooseAll =
    idField !== undefined && !isWhole && total !== undefined && total > chosen.size && total <= MOST_CHOSEN
  const canEdit = bulkFields(tracker).length > 0
  const links = tracker.fields.find(
    ({ type, is_used, permissions }) => type === 'art_link' && is_used && permissions.includes('update'),
  )

  const chooseAll = async () => {
    if (idField === undefined) return
    setFinding(true)
    try {
      onChosen(new Set(await idsOfQuery(tracker.id, { tql: view.tql, sort: formatSort(view.sort), idField })))
    } catch (error) {
      toastError(error)
    } finally {
      setFinding(false)
    }
  }
  const fields = view.columns.map(({ field }) => field)
  const table = (): Cells => [
    ['#', t`Title`, ...fields.map(({ label }) => label)],
    ...rows().map(row => [String(row.id), row.title ?? '', ...cellsOf(row, fields)]),
  ]
  const close = () => setDialog(undefined)
  const finish = (left: readonly number[]) => onChosen(new Set(left))
  const props = { tracker, ids, onDone: finish, onClose: close }

  useCommands([
    {
      id: 'chosen.edit',
      label: t`Change the chosen artifacts`,
      section: t`Tracker`,
      isAvailable: () => canEdit,
      run: () => setDialog('edit'),
    },
    {
      id: 'chosen.comment',
      label: t`Comment on the chosen artifacts`,
      section: t`Tracker`,
      run: () => setDialog('comment'),
    },
    {
      id: 'chosen.link',
      label: t`Link the chosen artifacts`,
      section: t`Tracker`,
      isAvailable: () => links !== undefined,
      run: () => setDialog('link'),
    },
    {
      id: 'chosen.watch',
      label: t`Watch the chosen artifacts`,
      section: t`Tracker`,
      run: () => setDialog('mails'),
    },
    { id: 'chosen.clear', label: t`Choose nothing`, section: t`Tracker`, run: () => onChosen(new Set()) },
  ])

  return (
    <div className="bulk-bar" role="toolbar" aria-label={t`Chosen artifacts`}>
      <strong role="status">
        <Plural value={chosen.size} one="# chosen" other="# chosen" />
      </strong>
      {canChooseAll && (
        <button type="button" className="bulk-all" onClick={() => void chooseAll()} aria-busy={isFinding || undefined}>
          <Trans>Choose all {total}</Trans>
        </button>
      )}
      <span className="bulk-line" />
      {canEdit && (
        <Button variant="quiet" size="small" onPress={() => setDialog('edit')}>
          <IconEdit /> <Trans>Edit…</Trans>
        </Button>
      )}
      <Button variant="quiet" size="small" onPress={() => setDialog('comment')}>
        <IconComment /> <Trans>Comment…</Trans>
      </Button>
      {links && (
        <Button variant="quiet" size="small" onPress={() => setDialog('link')}>
          <IconLink /> <Trans>Link…</Trans>
        </Button>
      )}
      <Button variant="quiet" size="small" onPress={() => setDialog('mails')}>
        <IconEye /> <Trans>Watch…</Trans>
      </Button>
      <Menu label={t`Copy as`} icon={<IconCopy />} text={t`Copy`}>
        <MenuItem onAction={() => copy(ids.map(id => `${window.location.origin}/artifacts/${id}`).join('\n'))}>
          {t`Addresses`}
        </MenuItem>
        <MenuItem
          onAction={() =>
            copy(
              rows()
                .map(row => `- ${copyTexts(row).markdown}`)
                .join('\n'),
            )
          }
        >
          {t`Markdown list`}
        </MenuItem>
        <MenuItem onAction={() => copy(markdownTable(table()))}>{t`Markdown table`}</MenuItem>
        <MenuItem onAction={() => copy(tabbedText(table()))}>{t`Cells of a sheet`}</MenuItem>
      </Menu>
      {isAdministrator && (
        <Button variant="quiet" size="small" onPress={() => setDialog('move')}>
          <IconMove /> <Trans>Move…</Trans>
        </Button>
      )}
      {isAdministrator && (
        <Button variant="quiet" size="small" onPress={() => setDialog('delete')}>
          <span className="bulk-danger">
            <IconTrash /> <Trans>Delete…</Trans>
          </span>
        </Button>
      )}
      <span className="bulk-end">
        <IconButton label={t`Choose nothing`} size="small" onPress={() => onChosen(new Set())}>
          <IconClose />
        </IconButton>
      </span>
      <Suspense fallback={null}>
        {(dialog === 'edit' || dialog === 'comment') && <BulkEditDialog {...props} isComment={dialog === 'comment'} />}
        {dialog === 'link' && links && <BulkLinkDialog {...props} field={links} />}
        {dialog === 'mails' && <BulkMailsDialog ids={ids} onClose={close} />}
        {dialog === 'move' && <BulkMoveDialog {...props} />}
        {dialog === 'delete' && <BulkDeleteDialog {...props} />}
      </Suspense>
    </div>
  )
}
