import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../design/feedback/badge.tsx'
import { DateTime } from '../design/format.tsx'
import { RowTime } from '../design/row-time.tsx'
import { Initials } from '../design/values/person.tsx'
import type { AuditSearch } from './audit-search.ts'
import type { AuditEntry, AuditPage } from './audit.ts'
import { useAuditWords } from './use-audit-words.ts'

export interface AuditRowsProps {
  readonly entries: readonly AuditEntry[]
  readonly names: AuditPage['names']
  readonly openRow: number | undefined
  readonly onOpen: (n: number | undefined) => void
  readonly onFilter: (search: AuditSearch) => void
}

/** The rows, newest first. An opened row shows its values and hashes below. */
export const AuditRows = ({ entries, names, openRow, onOpen, onFilter }: AuditRowsProps) => {
  const { t } = useLingui()
  const words = useAuditWords()
  return (
    <div>
      <div className="audit-head" aria-hidden="true">
        <span>
          <Trans>Row</Trans>
        </span>
        <span>
          <Trans>When</Trans>
        </span>
        <span>
          <Trans>Who</Trans>
        </span>
        <span>
          <Trans>What</Trans>
        </span>
        <span>
          <Trans>On</Trans>
        </span>
        <span>
          <Trans>By means of</Trans>
        </span>
        <span className="audit-ip">
          <Trans>From</Trans>
        </span>
      </div>
      <ul className="audit-rows" aria-label={t`Audit`}>
        {entries.map((entry, index) => {
          const isOpen = entry.n === openRow
          const before = entries[index + 1]
          return (
            <li key={entry.n}>
              <div className={`audit-row${isOpen ? ' audit-open' : ''}`}>
                <span className="audit-n">{entry.n}</span>
                <span className="audit-when">
                  <RowTime value={entry.at} />
                </span>
                <span className="audit-who">
                  {entry.actor ? (
                    <>
                      <Initials name={words.who(entry, names)} id={entry.actor.id} />
                      <bdi className="cut">{words.who(entry, names)}</bdi>
                    </>
                  ) : (
                    <span className="cut muted">{words.who(entry, names)}</span>
                  )}
                </span>
                <span className="audit-what">
                  <button
                    type="button"
                    className="audit-link"
                    aria-expanded={isOpen}
                    onClick={() => onOpen(isOpen ? undefined : entry.n)}
                  >
                    {words.sentence(entry, names)}
                  </button>
                  {entry.outcome === 'refused' && (
                    <Badge kind="danger">
                      <Trans>Refused</Trans>
                    </Badge>
                  )}
                </span>
                <span className="audit-on cut muted">{words.subject(entry, names)}</span>
                <span className="audit-means cut">{words.credential(entry)}</span>
                <span className="audit-ip">{entry.ip}</span>
              </div>
              {isOpen && (
                <Details
                  entry={entry}
                  names={names}
                  previous={before?.n === entry.n - 1 ? before.hash : undefined}
                  onFilter={onFilter}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const shortHash = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`

interface DetailsProps {
  readonly entry: AuditEntry
  readonly names: AuditPage['names']
  /** Hash of the row before, if it is known. */
  readonly previous: string | undefined
  readonly onFilter: (search: AuditSearch) => void
}

const Details = ({ entry, names, previous, onFilter }: DetailsProps) => {
  const words = useAuditWords()
  const { before, after, actor, subject, on_behalf_of: owner } = entry
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    // The subject of the row says the same.
    name => !name.endsWith('_id') || name === 'owner_id',
  )
  return (
    <div className="audit-detail">
      <dl>
        {members.map(name => {
          const After = name in before ? 'ins' : 'span'
          return (
            <Member key={name} label={words.member(name)}>
              {name in before && <del>{words.value(name, before[name], names)}</del>}
              {name in before && name in after && ' → '}
              {name in after && <After>{words.value(name, after[name], names)}</After>}
            </Member>
          )
        })}
        {members.length === 0 && (
          <Member label={<Trans>Values</Trans>}>
            <span className="muted">
              <Trans>none</Trans>
            </span>
          </Member>
        )}
        {entry.reason !== null && <Member label={<Trans>Reason</Trans>}>{entry.reason}</Member>}
        {owner && <Member label={<Trans>Belongs to</Trans>}>{names[`user:${owner.id}`] ?? owner.username}</Member>}
        {entry.project_id !== null && (
          <Member label={<Trans>Project</Trans>}>{names[`project:${entry.project_id}`] ?? entry.project_id}</Member>
        )}
        <dt>
          <Trans>Only</Trans>
        </dt>
        <dd className="audit-only">
          <button type="button" className="audit-link" onClick={() => onFilter({ kinds: entry.kind })}>
            <Trans>rows of this kind</Trans>
          </button>
          {actor && (
            <button type="button" className="audit-link" onClick={() => onFilter({ actor: actor.id })}>
              <Trans>rows of this person</Trans>
            </button>
          )}
          {subject !== null && (
            <button type="button" className="audit-link" onClick={() => onFilter({ subject })}>
              <Trans>rows about this</Trans>
            </button>
          )}
        </dd>
      </dl>
      <dl>
        <Member label={<Trans>Time</Trans>}>
          <DateTime value={entry.at} />
        </Member>
        <Member label={<Trans>By means of</Trans>}>
          {words.credential(entry) || '–'}
          {entry.credential.id !== null && ` · ${entry.credential.id}`}
        </Member>
        {entry.ip !== null && <Member label={<Trans>From</Trans>}>{entry.ip}</Member>}
        {entry.request_id !== null && (
          <Member label={<Trans>Request</Trans>}>
            <code>{entry.request_id}</code>
          </Member>
        )}
        <Member label={<Trans>Row is</Trans>}>
          <code title={entry.hash}>{shortHash(entry.hash)}</code>
        </Member>
        {previous !== undefined && (
          <Member label={<Trans>Row before</Trans>}>
            <code title={previous}>{shortHash(previous)}</code>
          </Member>
        )}
      </dl>
    </div>
  )
}

const Member = ({ label, children }: { readonly label: React.ReactNode; readonly children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)
