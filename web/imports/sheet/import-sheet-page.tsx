import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Checkbox } from '../../design/controls/checkbox.tsx'
import { Select } from '../../design/controls/select.tsx'
import { TextField } from '../../design/controls/text-field.tsx'
import { PageState } from '../../design/feedback/empty-state.tsx'
import { FaultList } from '../../design/feedback/error-state.tsx'
import { Notice } from '../../design/feedback/notice.tsx'
import { Section } from '../../design/layout/page.tsx'
import { ProjectFrame, useCurrentProject } from '../../projects/project-frame.tsx'
import { useRights } from '../../projects/project-queries.ts'
import { trackerIdQuery, trackerQuery, type Tracker } from '../../trackers/tracker-queries.ts'
import { ColumnsTable } from './columns-table.tsx'
import { guessColumns, type ColumnChoice } from './guess-columns.ts'
import { beginImport, type SheetImport } from './import-queries.ts'
import { ImportProgress } from './import-progress.tsx'
import { readSheet, type SheetStart } from './read-sheet.ts'
import './import-sheet.css'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/import')

/** A sheet becomes artifacts: chosen, its columns mapped, rehearsed, imported, and undone if it was wrong. */
export const ImportSheetPage = () => {
  const { t } = useLingui()
  const { project: projectName, tracker: trackerName } = route.useParams()
  const { project } = useCurrentProject()
  const id = useSuspenseQuery(trackerIdQuery(project.id, trackerName)).data
  const tracker = useSuspenseQuery(trackerQuery(id)).data
  const isAdministrator = tracker.permissions_for_groups !== null
  return (
    <ProjectFrame
      title={t`Import a sheet`}
      width="narrow"
      crumbs={[
        {
          label: tracker.label,
          link: { to: '/projects/$project/trackers/$tracker', params: { project: projectName, tracker: trackerName } },
        },
      ]}
      description={
        <Trans>
          Each line becomes an artifact of {tracker.label}. A rehearsal tells what would be refused, and changes
          nothing.
        </Trans>
      }
    >
      {isAdministrator ? (
        <SheetImporter tracker={tracker} projectId={project.id} />
      ) : (
        <PageState title={t`You cannot import into this tracker`}>
          <Trans>Administrators of the tracker can.</Trans>
        </PageState>
      )}
    </ProjectFrame>
  )
}

interface Chosen {
  readonly name: string
  readonly sheet: SheetStart
}

type Running = { readonly id: number; readonly isDryRun: boolean }

const SheetImporter = ({ tracker, projectId }: { readonly tracker: Tracker; readonly projectId: number }) => {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<Chosen>()
  const [isUnreadable, setUnreadable] = useState(false)
  const [choices, setChoices] = useState<readonly ColumnChoice[]>([])
  const [source, setSource] = useState('sheet')
  const [unknownPeople, setUnknownPeople] = useState<SheetImport['unknownPeople']>('refuse')
  const [notify, setNotify] = useState(false)
  const [sent, setSent] = useState(0)
  const [running, setRunning] = useState<Running>()
  const { is_administrator: isAdministrator } = useRights(projectId)

  const choose = async (file: File): Promise<void> => {
    const sheet = await readSheet(file)
    setUnreadable(sheet === undefined)
    setRunning(undefined)
    if (!sheet) return setChosen(undefined)
    setChosen({ name: file.name, sheet })
    setChoices(guessColumns(sheet.columns, tracker))
  }
  const begin = useMutation({
    mutationFn: async (isDryRun: boolean) => {
      if (!chosen) throw new Error('no sheet is chosen')
      setSent(0)
      const { name: fileName, sheet } = chosen
      const given = {
        projectId,
        trackerId: tracker.id,
        fileName,
        sheet,
        choices,
        source,
        unknownPeople,
        notify,
        isDryRun,
      }
      return { id: await beginImport(given, setSent), isDryRun }
    },
    onSuccess: setRunning,
  })
  const isReady = choices.some(choice => choice.startsWith('field:'))
  const hasKey = choices.includes('external_id')

  return (
    <div className="import-sheet">
      <Section title={t`File`} description={<Trans>CSV with a first line of names, up to 1 GB.</Trans>}>
        <ChooseSheet name={chosen?.name} onFile={file => void choose(file)} />
        {isUnreadable && (
          <Notice kind="warning">
            <Trans>This file holds no line that can be read as a sheet.</Trans>
          </Notice>
        )}
      </Section>
      {chosen && (
        <>
          <Section title={t`Columns`} description={<Trans>Names of fields are recognised; choose the others.</Trans>}>
            <ColumnsTable
              tracker={tracker}
              sheet={chosen.sheet}
              choices={choices}
              mayKeepAuthors={isAdministrator}
              onChoices={next => {
                setChoices(next)
                setRunning(undefined)
              }}
            />
          </Section>
          <Section title={t`Options`}>
            {hasKey ? (
              <TextField
                label={t`Name of the source`}
                description={t`Another import with this name finds the artifacts again by their ids, and changes them.`}
                value={source}
                onChange={text => setSource(text.toLowerCase().replace(/[^a-z0-9_.-]/g, '-'))}
                isCode
              />
            ) : (
              <p className="muted small">
                <Trans>Without a column with ids each import makes new artifacts.</Trans>
              </p>
            )}
            <Select
              label={t`People without an account`}
              value={unknownPeople}
              onChange={value => setUnknownPeople(value as SheetImport['unknownPeople'])}
              options={[
                { value: 'refuse', label: t`Refuse the line` },
                { value: 'none', label: t`Leave them out` },
                ...(isAdministrator ? [{ value: 'invite', label: t`Leave them out and invite them by mail` }] : []),
              ]}
            />
            <Checkbox label={t`Send mails about the imported artifacts`} isSelected={notify} onChange={setNotify} />
          </Section>
          {begin.error !== null && <FaultList error={begin.error} />}
          {!running && (
            <div className="import-actions">
              <Button
                variant="primary"
                isDisabled={!isReady || source === ''}
                isPending={begin.isPending}
                onPress={() => begin.mutate(true)}
              >
                <Trans>Rehearse</Trans>
              </Button>
              <span className="muted small" role="status">
                {begin.isPending
                  ? t`Sending: ${Math.round(sent * 100)} %`
                  : isReady
                    ? ''
                    : t`Choose a field for at least one column.`}
              </span>
            </div>
          )}
          {running && (
            <ImportProgress
              key={running.id}
              id={running.id}
              tracker={tracker}
              isPending={begin.isPending}
              onImport={() => begin.mutate(false)}
              onAgain={() => setRunning(undefined)}
            />
          )}
        </>
      )}
    </div>
  )
}

const ChooseSheet = ({
  name,
  onFile,
}: {
  readonly name: string | undefined
  readonly onFile: (file: File) => void
}) => {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={isOver ? 'import-drop import-drop-over' : 'import-drop'}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={t`Sheet`}
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
      <Button onPress={() => input.current?.click()}>
        {name === undefined ? <Trans>Choose a file</Trans> : <Trans>Choose another file</Trans>}
      </Button>
      <span className={name === undefined ? 'muted small' : 'import-file-name'}>{name ?? t`or drop it here`}</span>
    </div>
  )
}
