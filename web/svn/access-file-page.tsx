import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { isApiError } from '../api/api-error.ts'
import { api, bodyOf, pageOf } from '../api/api.ts'
import { Badge } from '../design/feedback/badge.tsx'
import { Button } from '../design/controls/button.tsx'
import { Checkbox } from '../design/controls/checkbox.tsx'
import type { LineFault } from '../design/controls/code-editor.tsx'
import { Form } from '../design/controls/form.tsx'
import { DateTime } from '../design/format.tsx'
import { Section } from '../design/layout/page.tsx'
import { Pagination } from '../design/layout/pagination.tsx'
import { Table } from '../design/layout/table.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { RepositoryAdministrationFrame, type RepositoryPageProps } from './repository-administration-frame.tsx'
import { useSaveSettings } from './settings-body.ts'
import './svn.css'

const CodeEditor = lazyPart(() => import('../design/controls/code-editor.tsx'), 'CodeEditor')

/** The rules for reading and writing paths. */
export const AccessFilePage = () => {
  const { t } = useLingui()
  return (
    <RepositoryAdministrationFrame title={() => t`Access file`} isBelowSettings>
      {props => <AccessFile {...props} />}
    </RepositoryAdministrationFrame>
  )
}

const highlight = [
  { pattern: /^\[[^\]]*\]/gm, as: 'heading' },
  { pattern: /^#.*/gm, as: 'comment' },
] as const

const AccessFile = ({ repository, settings }: RepositoryPageProps) => {
  const { t } = useLingui()
  const [text, setText] = useState(settings.access_file)
  const [given, setGiven] = useState({ text: settings.access_file })
  const show = (shown: string) => {
    setText(shown)
    setGiven({ text: shown })
  }
  const [hasDefaults, setHasDefaults] = useState(settings.has_default_permissions)
  const save = useSaveSettings(repository.id, saved => {
    // The server comments out lines of unknown groups: shows the stored text.
    show(saved.access_file)
    toast(t`The access file was saved`)
  })
  const refused = useMemo(() => lineFaultsOf(save.error), [save.error])
  const findings = useFindingsOf(repository.id, text, hasDefaults)
  const found = findings?.faults
  const shown = found ?? refused
  const idle = findings?.idleLines ?? []
  const lines = idle.join(', ')
  return (
    <>
      <Form
        onSubmit={() => {
          // The server trims the text. Trimming it here first makes the line numbers of its faults match.
          const trimmed = text.trim()
          show(trimmed)
          save.mutate({ access_file: trimmed, has_default_permissions: hasDefaults })
        }}
        isPending={save.isPending}
        error={save.error}
        submitLabel={t`Save`}
        isWide
      >
        <Checkbox
          name="has_default_permissions"
          label={t`Members of the project may write, and others read where the project is open`}
          description={t`Unless the access file says otherwise. Without it nobody has access until the file grants it.`}
          isSelected={hasDefaults}
          onChange={setHasDefaults}
        />
        <div className="field">
          <span className="field-label">
            <Trans>Access file</Trans>
          </span>
          <span className="field-description">
            <Trans>
              Rules by path: a section such as [/trunk], below it lines such as “@members = rw”, “alice = r” or “* =”.
              User groups of the project are known by their names.
            </Trans>
          </span>
          <Suspense fallback={<div className="access-file-place" />}>
            <CodeEditor
              label={t`Access file`}
              given={given}
              onChange={setText}
              faults={shown}
              goTo={refused[0]}
              highlight={highlight}
            />
          </Suspense>
          <span className="field-description" role="status">
            {found === undefined ? (
              // Keeps the height while the text is checked.
              '\u00a0'
            ) : found.length === 0 ? (
              <Trans>Subversion would accept this text.</Trans>
            ) : (
              <Plural value={found.length} one="# line is wrong." other="# lines are wrong." />
            )}
          </span>
          {idle.length > 0 && (
            <span className="field-description" role="status">
              <Plural
                value={idle.length}
                one={`Line ${lines} stands before the first section, such as [/]: without the permissions above it has no effect.`}
                other={`Lines ${lines} stand before the first section, such as [/]: without the permissions above they have no effect.`}
              />
            </span>
          )}
        </div>
      </Form>
      <AccessFileVersions
        repository={repository}
        onLoad={version => {
          show(version.access_file)
          setHasDefaults(version.has_default_permissions)
        }}
      />
    </>
  )
}

const PAUSE_MS = 500

interface Findings {
  readonly faults: readonly LineFault[]
  /** Lines without effect. */
  readonly idleLines: readonly number[]
}

/** The faults that Subversion would find in the text being typed; undefined while unknown. */
const useFindingsOf = (id: number, text: string, hasDefaults: boolean): Findings | undefined => {
  const [settled, setSettled] = useState({ text, hasDefaults })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, hasDefaults }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, hasDefaults])
  const { data } = useQuery({
    queryKey: ['repositories', id, 'access file check', settled],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST('/svn/{id}/access_file_check', {
          params: { path: { id } },
          body: { access_file: settled.text, has_default_permissions: settled.hasDefaults },
          signal,
        }),
      ),
  })
  const isOf = settled.text === text && settled.hasDefaults === hasDefaults
  return useMemo(() => {
    if (!data || !isOf) return undefined
    // The server trims the text before it counts lines.
    const above = /^\s*/.exec(text)?.[0].split('\n').length ?? 1
    const shownLine = (line: number | null): number => (line ?? 1) + above - 1
    return {
      faults: data.faults.map(({ line, message }) => ({ line: shownLine(line), message })),
      idleLines: data.warnings.map(({ line }) => shownLine(line)),
    }
  }, [data, isOf, text])
}

/** Parses `line 3: "x" is not …`, the form of the server's faults in a text. */
const lineFaultsOf = (error: unknown): readonly LineFault[] =>
  !isApiError(error, 400)
    ? NONE
    : error.faults.flatMap(fault => {
        const [, line, message] = /\bline (\d+): (.*)$/is.exec(fault) ?? []
        return line === undefined || message === undefined ? [] : [{ line: Number(line), message }]
      })
const NONE: readonly LineFault[] = []

const LIMIT = 10

const versionsQuery = (id: number, offset: number) =>
  queryOptions({
    queryKey: ['repositories', id, 'versions', offset],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/svn/{id}/access_file_versions', {
          params: { path: { id }, query: { limit: LIMIT, offset } },
          signal,
        }),
      ),
  })

interface AccessFileVersion {
  readonly access_file: string
  readonly has_default_permissions: boolean
}

const AccessFileVersions = ({
  repository,
  onLoad,
}: Pick<RepositoryPageProps, 'repository'> & { readonly onLoad: (version: AccessFileVersion) => void }) => {
  const { t } = useLingui()
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery({
    ...versionsQuery(repository.id, offset),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title={t`Versions`} description={<Trans>Each saved text is kept.</Trans>}>
      <Table
        label={t`Versions`}
        rows={data?.items}
        rowKey={version => version.version}
        error={error}
        onRetry={() => void refetch()}
        columns={[
          {
            id: 'version',
            header: t`Version`,
            isRowHeader: true,
            cell: version => (
              <span className="row">
                {version.version}
                {version.is_current && (
                  <Badge kind="success">
                    <Trans>In force</Trans>
                  </Badge>
                )}
              </span>
            ),
          },
          { id: 'date', header: t`Saved`, cell: version => <DateTime value={version.created_on} as="relative" /> },
          { id: 'who', header: t`By`, isSecondary: true, cell: version => version.created_by.real_name },
          {
            id: 'actions',
            header: t`Actions`,
            isActions: true,
            cell: version => (
              <Button size="small" aria-label={t`Edit version ${version.version}`} onPress={() => onLoad(version)}>
                <Trans>Edit</Trans>
              </Button>
            ),
          },
        ]}
      />
      {data && <Pagination offset={offset} limit={LIMIT} total={data.total} onChange={setOffset} />}
    </Section>
  )
}
