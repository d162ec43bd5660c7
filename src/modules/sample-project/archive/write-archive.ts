import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { XmlElement } from '../../../platform/xml/node.ts'
import { writeXml } from '../../../platform/xml/write-xml.ts'
import { project } from '../content/content.ts'
import { people, type Author } from '../content/people.ts'
import { sprints } from '../content/sprints.ts'
import { stories } from '../content/stories.ts'
import { attachments } from '../content/pictures.ts'
import {
  element,
  statusKey,
  trackerElement,
  trackers,
  type FieldDefinition,
  type TrackerDefinition,
} from './definition.ts'
import {
  bugHistories,
  sprintHistories,
  storyHistories,
  taskHistories,
  type Edit,
  type History,
  type Value,
} from './histories.ts'
import { subversionDump } from './subversion-dump.ts'

export interface ArchiveInput {
  readonly folder: string
  readonly now: Date
  readonly shortName: string
  readonly loginOf: (author: Author) => string
  /** Ids that the artifacts will have, in the order of the archive: texts mention them. */
  readonly artifactIds: readonly number[]
  readonly withRepository: boolean
}

const historiesOf = (now: Date): Readonly<Record<TrackerDefinition['key'], readonly History[]>> => ({
  story: storyHistories(now),
  task: taskHistories(now),
  bug: bugHistories(now),
  sprint: sprintHistories(now),
})

export const countArtifacts = (now: Date): number =>
  Object.values(historiesOf(now)).reduce((sum, histories) => sum + histories.length, 0)

/** Name of the repository. */
const REPOSITORY = 'server'
const KEYS_PER_TRACKER = 1000

/** Writes the sample project as an archive that an import reads. */
export const writeSampleArchive = async (input: ArchiveInput): Promise<void> => {
  const { folder, now, loginOf } = input
  const writer = new ArtifactWriter(input)
  await mkdir(path.join(folder, 'data'), { recursive: true })
  for (const [index, { content }] of attachments.entries())
    await writeFile(
      path.join(folder, 'data', `Artifact${index + 1}`),
      'svg' in content ? await sharp(Buffer.from(content.svg)).png({ compressionLevel: 9 }).toBuffer() : content.text,
    )
  const { mentions } = writer
  if (input.withRepository) await writeFile(path.join(folder, 'server.svn'), subversionDump({ now, loginOf, mentions }))
  await writeFile(path.join(folder, 'project.xml'), writeXml(projectElement(input, writer)))
  await writeFile(path.join(folder, 'users.xml'), writeXml(usersElement(input)))
}

/** Writes artifacts with their histories, and knows the number of each. */
class ArtifactWriter {
  readonly histories: ReturnType<typeof historiesOf>
  readonly #loginOf: ArchiveInput['loginOf']
  readonly #references = new Map<string, string>()
  readonly #sourceIds = new Map<string, number>()

  constructor({ now, loginOf, artifactIds }: ArchiveInput) {
    this.#loginOf = loginOf
    this.histories = historiesOf(now)
    for (const { key: itemName } of trackers)
      for (const { key } of this.histories[itemName]) {
        const id = artifactIds[this.#references.size]
        if (id === undefined) throw new Error('the sample project has more artifacts than ids')
        this.#references.set(key, `${itemName} #${id}`)
        this.#sourceIds.set(key, id)
      }
  }

  /** Replaces placeholders of people and artifacts in a text by logins and references. */
  readonly mentions = (text: string): string =>
    text
      .replace(/\{@(\w+)\}/g, (_, author: Author) => `@${this.#loginOf(author)}`)
      .replace(/\{([stb][\d.]+)\}/g, (_, key: string) => {
        const reference = this.#references.get(key)
        if (reference === undefined) throw new Error(`the sample project has no artifact ${key}`)
        return reference
      })

  artifactElement(tracker: TrackerDefinition, { key, edits }: History): XmlElement {
    return element('artifact', { id: this.sourceId(key) }, [
      ...edits.map((edit, index) => this.#editElement(tracker, key, edit, index === 0)),
      ...attachments.flatMap((each, index) => (each.of === key ? [fileElement(each, index + 1)] : [])),
    ])
  }

  #editElement(tracker: TrackerDefinition, key: string, edit: Edit, isFirst: boolean): XmlElement {
    const fields = tracker.fieldsets.flatMap(each => each.fields)
    const files = attachments.flatMap((each, index) => (each.of === key ? [index + 1] : []))
    return element('changeset', {}, [
      this.#author(edit.by),
      instant(edit.at),
      element('comments', {}, edit.comment === undefined ? [] : [this.#commentElement(edit, edit.comment)]),
      ...fields.flatMap(field => {
        const value = edit.values[field.name]
        return value === undefined ? [] : [this.#valueChange(field, value)]
      }),
      ...(isFirst && files.length > 0
        ? [
            element(
              'field_change',
              { field_name: 'attachments', type: 'file' },
              files.map(file => element('value', { ref: `fileinfo_${file}` })),
            ),
          ]
        : []),
    ])
  }

  #commentElement(edit: Edit, comment: string): XmlElement {
    return element('comment', {}, [
      this.#author(edit.by),
      instant(edit.at),
      element('body', { format: 'commonmark' }, this.mentions(comment)),
    ])
  }

  #valueChange(field: FieldDefinition, value: Value): XmlElement {
    const change = (type: string, values: readonly XmlElement[], bind?: string): XmlElement =>
      element('field_change', { field_name: field.name, type, bind }, values)
    if (value instanceof Date) return change('date', [element('value', { format: 'ISO8601' }, value.toISOString())])
    if (typeof value === 'object' && 'people' in value)
      return change(
        'list',
        value.people.map(each => element('value', { format: 'username' }, this.#loginOf(each))),
        'users',
      )
    if (typeof value === 'object' && 'links' in value)
      return change(
        'art_link',
        value.links.map(({ to, type }) => element('value', { nature: type }, String(this.sourceId(to)))),
      )
    if (field.type === 'tbl')
      return change(
        'open_list',
        (value as readonly string[]).map(label => element('value', { format: 'label' }, label)),
        'static',
      )
    if (field.choices)
      return change(
        'list',
        [value].flat().map(label => element('value', {}, String(label))),
        'static',
      )
    if (field.type === 'text')
      return change('text', [element('value', { format: 'commonmark' }, this.mentions(String(value)))])
    return change(field.type, [element('value', {}, String(value))])
  }

  #author(by: Author): XmlElement {
    return element('submitted_by', { format: 'username' }, this.#loginOf(by))
  }

  sourceId(key: string): number {
    const id = this.#sourceIds.get(key)
    if (id === undefined) throw new Error(`the sample project has no artifact ${key}`)
    return id
  }
}

const instant = (at: Date): XmlElement => element('submitted_on', { format: 'ISO8601' }, at.toISOString())

const fileElement = ({ name, content, description }: (typeof attachments)[number], number: number): XmlElement =>
  element('file', { id: `fileinfo_${number}` }, [
    element('filename', {}, name),
    element('path', {}, `data/Artifact${number}`),
    element('filetype', {}, 'svg' in content ? 'image/png' : 'text/plain'),
    element('description', {}, description),
  ])

/** Sprints plan stories; all stories that no sprint plans are in the top backlog. */
const planElement = (writer: ArtifactWriter): XmlElement => {
  const planned = new Set(sprints.flatMap(sprint => [...sprint.planned, ...sprint.added]))
  return element('agiledashboard', {}, [
    element('admin', {}, [element('scrum', {}, [element('explicit_backlog', { is_used: 1 })])]),
    element(
      'top_backlog',
      {},
      stories.flatMap((_, index) =>
        planned.has(index + 1) ? [] : [element('artifact', { artifact_id: writer.sourceId(`s${index + 1}`) })],
      ),
    ),
    element('plannings', {}, [
      element(
        'planning',
        {
          name: 'Sprint planning',
          plan_title: 'Sprints',
          backlog_title: 'Product backlog',
          planning_tracker_id: 'T_sprint',
        },
        [element('backlogs', {}, [element('backlog', {}, 'T_story')])],
      ),
    ]),
    kanbanElement(),
  ])
}

const firstKeyOf = (index: number): number => (index + 1) * KEYS_PER_TRACKER

/** More bugs in progress than two developers should have. */
const MOST_IN_PROGRESS = 6

const kanbanElement = (): XmlElement => {
  const index = trackers.findIndex(({ key }) => key === 'bug')
  const columns = trackers.flatMap((tracker, at) =>
    at === index ? tracker.open.map(label => ({ label, key: statusKey(tracker, firstKeyOf(at), label) })) : [],
  )
  return element('kanban_list', { title: 'Kanban' }, [
    element(
      'kanban',
      { ID: 'K1', tracker_id: 'T_bug', name: 'Bugs', is_promoted: 1 },
      columns.map(({ label, key }) =>
        element('column', { REF: key, wip: label === 'In progress' ? MOST_IN_PROGRESS : undefined }),
      ),
    ),
  ])
}

/** Columns of the sprints. A task or a story is in the column that has the label of its status. */
const cardwallElement = (): XmlElement =>
  element('cardwall', {}, [
    element('trackers', {}, [
      element('tracker', { id: 'T_sprint' }, [
        element(
          'columns',
          {},
          ['To do', 'In progress', 'Review', 'Done'].map((label, index) =>
            element('column', { id: `C${index + 1}`, label }),
          ),
        ),
      ]),
    ]),
  ])

/** The stories over time, in the bands of the sprints. */
const roadmapElement = (): XmlElement => {
  const value = (name: string, text: string): XmlElement => element('value', { name }, text)
  return element('dashboards', {}, [
    element('dashboard', { name: 'Roadmap' }, [
      element('line', {}, [
        element('column', {}, [
          element('widget', { name: 'plugin_roadmap_project_widget' }, [
            element('preference', { name: 'roadmap' }, [
              value('title', 'Stories and sprints'),
              value('tracker_id', 'T_story'),
              value('lvl1_iteration_tracker_id', 'T_sprint'),
              value('default_timescale', 'month'),
            ]),
          ]),
        ]),
      ]),
    ]),
  ])
}

const everybody: readonly Author[] = ['me', ...people.map(({ key }) => key)]

const projectElement = (input: ArchiveInput, writer: ArtifactWriter): XmlElement => {
  const group = (name: string, members: readonly Author[]): XmlElement =>
    element('ugroup', { name, description: '' }, [
      element(
        'members',
        {},
        members.map(each => element('member', { format: 'username' }, input.loginOf(each))),
      ),
    ])
  return element(
    'project',
    {
      'unix-name': input.shortName,
      'full-name': project.label,
      description: project.description,
      access: 'private',
    },
    [
      element('long-description'),
      element('services', {}, [
        element('service', { shortname: 'plugin_tracker', enabled: 1 }),
        element('service', { shortname: 'plugin_svn', enabled: input.withRepository ? 1 : 0 }),
      ]),
      element('ugroups', {}, [group('project_admins', ['me', 'amara']), group('project_members', everybody)]),
      element(
        'trackers',
        {},
        trackers.map((tracker, index) =>
          trackerElement(
            tracker,
            writer.histories[tracker.key].map(each => writer.artifactElement(tracker, each)),
            firstKeyOf(index),
          ),
        ),
      ),
      planElement(writer),
      cardwallElement(),
      roadmapElement(),
      ...(input.withRepository
        ? [element('svn', {}, [element('repository', { name: REPOSITORY, 'dump-file': 'server.svn' })])]
        : []),
    ],
  )
}

const usersElement = ({ loginOf }: ArchiveInput): XmlElement =>
  element(
    'users',
    {},
    everybody.map((key, index) =>
      element('user', {}, [
        element('id', {}, String(index + 1)),
        element('username', {}, loginOf(key)),
        element('realname', {}, people.find(each => each.key === key)?.realName ?? ''),
        // Without an address the platform sends no mail and nobody can ask for a new password.
        element('email'),
        element('ldapid'),
      ]),
    ),
  )
