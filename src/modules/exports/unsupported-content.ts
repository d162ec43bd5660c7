import { isObject } from '../../platform/json-object.ts'
import type { ExportStatistics } from '../artifacts/index.ts'
import { isStaticGroup, type Project } from '../projects/index.ts'
import type { Tracker, TrackersOfProject } from '../trackers/index.ts'
import type { UnsupportedContent } from './exports.store.ts'

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

const sentences = (...given: readonly (readonly [number, (number: number) => string])[]): string[] =>
  given.filter(([number]) => number > 0).map(([number, sentence]) => sentence(number))

/** Messages about properties of a project that an archive cannot hold. */
export const unsupportedInProject = (project: Project, unsupported: UnsupportedContent): string[] => [
  ...(project.isTemplate
    ? ['The archive does not say that the project is a template: import it with --template.']
    : []),
  ...(project.status === 'active' ? [] : [`The archive does not say that the project is ${project.status}.`]),
  ...(project.ownerId === null || unsupported.administrators <= 1
    ? []
    : [
        `The archive does not say which of the ${unsupported.administrators} administrators is the owner of the project.`,
      ]),
  ...sentences(
    [unsupported.labels, n => `${count(n, 'label')} of the project ${verb(n)} not in the archive.`],
    [
      unsupported.categories,
      n => `${count(n, 'category', 'categories')} of the project ${verb(n)} not in the archive.`,
    ],
    [unsupported.fieldValues, n => `${count(n, 'value')} of custom project fields ${verb(n)} not in the archive.`],
    [unsupported.references, n => `${count(n, 'reference pattern')} of the project ${verb(n)} not in the archive.`],
    [unsupported.headers, () => 'The header background of the project is not in the archive.'],
    [unsupported.applications, n => `${count(n, 'OAuth application')} of the project ${verb(n)} not in the archive.`],
    [
      unsupported.privateReports,
      n => `${count(n, 'private report')} ${verb(n)} not in the archive: it would be everybody's.`,
    ],
    [
      unsupported.subscriptions,
      n => `${count(n, 'subscription')} to mails about trackers ${verb(n)} not in the archive.`,
    ],
  ),
]

const verb = (number: number): string => (number === 1 ? 'is' : 'are')

/** Messages about parts of trackers that an archive cannot hold. */
export const unsupportedInTrackers = ({ trackers, extras }: TrackersOfProject, triggersLeftOut: number): string[] => [
  ...trackers.flatMap(unsupportedInTracker),
  ...sentences(
    [
      extras.report.filter(report => report.criteria.some(({ value }) => isObject(value) && 'operator' in value))
        .length,
      n =>
        `${count(n, 'report')} ${n === 1 ? 'has' : 'have'} criteria with operators: they are in the archive without their values.`,
    ],
    [
      triggersLeftOut,
      n =>
        `${count(n, 'trigger')} ${verb(n)} not in the archive: only those that children set off in their parent can be, when both are.`,
    ],
  ),
]

const unsupportedInTracker = ({ name, fields }: Tracker): string[] =>
  fields
    .filter(
      ({ bind }) =>
        bind?.type === 'users' &&
        bind.functions.some(label => isStaticGroup(Number(/^ugroup_(\d+)$/.exec(label)?.[1] ?? 0))),
    )
    .map(
      field =>
        `The field "${field.name}" of the tracker "${name}" offers the users of groups of the project: a reader leaves these out.`,
    )

/** Messages about written content that an import changes or refuses. */
export const unsupportedInContent = (
  seen: ExportStatistics & { readonly missingContents: number; readonly lossyTexts: number },
): string[] =>
  sentences(
    [
      seen.unusedValues,
      n => `${count(n, 'value')} of fields that are not in use ${verb(n)} not in the archive: no reader takes them.`,
    ],
    [
      seen.linksOutside,
      n =>
        `${count(n, 'link')} ${n === 1 ? 'leads' : 'lead'} to artifacts outside of the archive: a reader leaves them out.`,
    ],
    [
      seen.backwards,
      n =>
        `${count(n, 'artifact')} ${n === 1 ? 'has' : 'have'} changesets that are older than the one before: a reader sorts them by date.`,
    ],
    [
      seen.missingContents,
      n =>
        `The contents of ${count(n, 'file')} are gone: a reader leaves these out. \`crocus files verify\` names them.`,
    ],
    [
      seen.detachedFiles,
      n =>
        `${count(n, 'file')} that ${n === 1 ? 'was' : 'were'} detached ${verb(n)} not in the archive, nor in the histories there.`,
    ],
    [seen.emptyChangesets, n => `${count(n, 'changeset')} of which nothing is left ${verb(n)} not in the archive.`],
    [
      seen.lossyTexts,
      n => `${count(n, 'text')} had control characters, which XML cannot hold: they are in the archive without these.`,
    ],
  )
