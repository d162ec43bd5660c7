import type { XmlElement } from '../../../platform/xml/node.ts'

interface Choice {
  readonly label: string
  readonly colour?: string
}

export interface FieldDefinition {
  readonly name: string
  readonly label: string
  readonly type: string
  /** Static values of a list. */
  readonly choices?: readonly Choice[]
  /** The list draws from the members of the project. */
  readonly isPeople?: boolean
  readonly isRequired?: boolean
  readonly properties?: Readonly<Record<string, string | number>>
}

export interface TrackerDefinition {
  readonly key: 'story' | 'task' | 'bug' | 'sprint'
  readonly name: string
  readonly colour: string
  readonly description: string
  readonly parent?: string
  readonly fieldsets: readonly { readonly label: string; readonly fields: readonly FieldDefinition[] }[]
  readonly open: readonly string[]
  readonly done: string
  /** From → to; '' = a new artifact. */
  readonly transitions?: readonly (readonly [from: string, to: string])[]
  readonly contributor: string
  readonly columns: readonly string[]
  /** The dates of the planned period. */
  readonly timeframe?: { readonly start: string; readonly end: string }
  readonly initialEffort?: string
}

const choice = (label: string, colour?: string): Choice => ({ label, ...(colour !== undefined && { colour }) })
const automatic: readonly FieldDefinition[] = [
  { name: 'artifact_id', label: 'Number', type: 'aid' },
  { name: 'submitted_by', label: 'Submitted by', type: 'subby' },
  { name: 'submitted_on', label: 'Submitted on', type: 'subon' },
  { name: 'last_update', label: 'Last update', type: 'lud' },
  { name: 'references', label: 'References', type: 'cross' },
]
const title: FieldDefinition = { name: 'title', label: 'Title', type: 'string', isRequired: true }
const text: FieldDefinition = { name: 'description', label: 'Description', type: 'text' }
const links: FieldDefinition = { name: 'links', label: 'Links', type: 'art_link' }
const attachments: FieldDefinition = { name: 'attachments', label: 'Attachments', type: 'file' }
const due: FieldDefinition = { name: 'due_date', label: 'Due', type: 'date' }
const RELEASES = ['4.0', '4.1', '4.2', '4.3', 'Later'].map(label => choice(label))

export const trackers: readonly TrackerDefinition[] = [
  {
    key: 'story',
    name: 'Stories',
    colour: 'deep-blue',
    description: 'Wishes of passengers and staff that a release fulfils',
    fieldsets: [
      {
        label: 'Story',
        fields: [
          title,
          text,
          { name: 'acceptance', label: 'Accepted when', type: 'text' },
          {
            name: 'status',
            label: 'Status',
            type: 'sb',
            choices: [
              choice('Draft', 'chrome-silver'),
              choice('Ready', 'lake-placid-blue'),
              choice('In progress', 'clockwork-orange'),
              choice('Done', 'army-green'),
            ],
          },
          { name: 'owner', label: 'Owner', type: 'sb', isPeople: true },
        ],
      },
      {
        label: 'Planning',
        fields: [
          {
            name: 'priority',
            label: 'Priority',
            type: 'rb',
            choices: [
              choice('Must', 'fiesta-red'),
              choice('Should', 'graffiti-yellow'),
              choice('Could', 'daphne-blue'),
            ],
          },
          { name: 'points', label: 'Points', type: 'int' },
          { name: 'remaining_effort', label: 'Remaining (points)', type: 'float' },
          { name: 'release', label: 'Release', type: 'sb', choices: RELEASES },
          { name: 'start_date', label: 'Start', type: 'date' },
          due,
        ],
      },
      { label: 'Links and files', fields: [links, attachments, ...automatic] },
    ],
    open: ['Draft', 'Ready', 'In progress'],
    done: 'Done',
    transitions: [
      ['', 'Draft'],
      ['Draft', 'Ready'],
      ['Ready', 'Draft'],
      ['Ready', 'In progress'],
      ['In progress', 'Ready'],
      ['In progress', 'Done'],
      ['Done', 'In progress'],
    ],
    contributor: 'owner',
    columns: ['artifact_id', 'title', 'status', 'owner', 'priority', 'points', 'release', 'due_date'],
    timeframe: { start: 'start_date', end: 'due_date' },
    initialEffort: 'points',
  },
  {
    key: 'task',
    name: 'Tasks',
    colour: 'army-green',
    description: 'The work on a story, small enough for a few days',
    parent: 'story',
    fieldsets: [
      {
        label: 'Task',
        fields: [
          title,
          text,
          {
            name: 'status',
            label: 'Status',
            type: 'sb',
            choices: [
              choice('To do', 'chrome-silver'),
              choice('In progress', 'clockwork-orange'),
              choice('Review', 'ultra-violet'),
              choice('Done', 'army-green'),
            ],
          },
          { name: 'assigned_to', label: 'Assigned to', type: 'msb', isPeople: true },
        ],
      },
      {
        label: 'Effort',
        fields: [
          { name: 'estimate', label: 'Estimate (hours)', type: 'float' },
          { name: 'remaining_effort', label: 'Remaining (hours)', type: 'float' },
          due,
        ],
      },
      { label: 'Links and files', fields: [links, attachments, ...automatic] },
    ],
    open: ['To do', 'In progress', 'Review'],
    done: 'Done',
    contributor: 'assigned_to',
    columns: ['artifact_id', 'title', 'status', 'assigned_to', 'remaining_effort', 'due_date'],
  },
  {
    key: 'bug',
    name: 'Bugs',
    colour: 'fiesta-red',
    description: 'Faults of the apps and of the server',
    fieldsets: [
      {
        label: 'Bug',
        fields: [
          title,
          text,
          {
            name: 'status',
            label: 'Status',
            type: 'sb',
            choices: [
              choice('New', 'chrome-silver'),
              choice('Confirmed', 'lake-placid-blue'),
              choice('In progress', 'clockwork-orange'),
              choice('In review', 'ultra-violet'),
              choice('Fixed', 'neon-green'),
              choice('Closed', 'army-green'),
            ],
          },
          {
            name: 'severity',
            label: 'Severity',
            type: 'sb',
            choices: [
              choice('Critical', 'red-wine'),
              choice('Major', 'fiesta-red'),
              choice('Minor', 'graffiti-yellow'),
              choice('Cosmetic', 'inca-silver'),
            ],
          },
          { name: 'assigned_to', label: 'Assigned to', type: 'sb', isPeople: true },
        ],
      },
      {
        label: 'Where and when',
        fields: [
          {
            name: 'platform',
            label: 'Platform',
            type: 'cb',
            choices: [
              choice('iOS', 'daphne-blue'),
              choice('Android', 'sherwood-green'),
              choice('Server', 'plum-crazy'),
            ],
          },
          { name: 'labels', label: 'Labels', type: 'tbl', choices: [] },
          { name: 'effort', label: 'Effort (hours)', type: 'float' },
          due,
        ],
      },
      { label: 'Links and files', fields: [links, attachments, ...automatic] },
    ],
    open: ['New', 'Confirmed', 'In progress', 'In review'],
    done: 'Closed',
    transitions: [
      ['', 'New'],
      ['New', 'Confirmed'],
      ['New', 'Closed'],
      ['Confirmed', 'In progress'],
      ['Confirmed', 'Closed'],
      ['In progress', 'Confirmed'],
      ['In progress', 'In review'],
      ['In review', 'In progress'],
      ['In review', 'Fixed'],
      ['Fixed', 'Closed'],
      ['Fixed', 'In progress'],
      ['Closed', 'Confirmed'],
    ],
    contributor: 'assigned_to',
    columns: ['artifact_id', 'title', 'status', 'severity', 'assigned_to', 'platform', 'due_date', 'last_update'],
  },
  {
    key: 'sprint',
    name: 'Sprints',
    colour: 'plum-crazy',
    description: 'Fortnights of work, and the stories that they finish',
    fieldsets: [
      {
        label: 'Sprint',
        fields: [
          title,
          { ...text, label: 'Goal' },
          {
            name: 'status',
            label: 'Status',
            type: 'sb',
            choices: [
              choice('Planned', 'chrome-silver'),
              choice('Current', 'clockwork-orange'),
              choice('Done', 'army-green'),
            ],
          },
          { name: 'start_date', label: 'Start', type: 'date' },
          { name: 'end_date', label: 'End', type: 'date' },
          { name: 'capacity', label: 'Capacity (points)', type: 'int' },
          { name: 'owner', label: 'Host', type: 'sb', isPeople: true },
        ],
      },
      {
        label: 'Progress',
        fields: [
          { name: 'remaining_effort', label: 'Remaining (points)', type: 'computed' },
          { name: 'burndown', label: 'Burndown', type: 'burndown' },
          { name: 'burnup', label: 'Burnup', type: 'burnup' },
        ],
      },
      { label: 'Links', fields: [links, ...automatic] },
    ],
    open: ['Planned', 'Current'],
    done: 'Done',
    contributor: 'owner',
    columns: ['artifact_id', 'title', 'status', 'start_date', 'end_date', 'capacity', 'remaining_effort'],
    timeframe: { start: 'start_date', end: 'end_date' },
  },
]

export const element = (
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  content: readonly XmlElement[] | string = [],
): XmlElement =>
  typeof content === 'string' ? { name, attributes, text: content } : { name, attributes, children: content }

const FILLED_BY_PLATFORM: ReadonlySet<string> = new Set(['burndown', 'burnup', ...automatic.map(({ type }) => type)])

/** One tracker with its artifacts, as an archive has it. */
export const trackerElement = (
  tracker: TrackerDefinition,
  artifacts: readonly XmlElement[],
  firstKey: number,
): XmlElement => new TrackerWriter(tracker, firstKey).element(artifacts)

/** Key of a value of the status, in a tracker that `trackerElement` writes with the same first key. */
export const statusKey = (tracker: TrackerDefinition, firstKey: number, label: string): string =>
  new TrackerWriter(tracker, firstKey).statusKey(label)

/** Writes the parts of a tracker. The form comes first: it gives keys to fields and values, and the other parts refer to them. */
class TrackerWriter {
  readonly #tracker: TrackerDefinition
  readonly #fieldKeys = new Map<string, string>()
  readonly #valueKeys = new Map<string, string>()
  #nextKey: number

  constructor(tracker: TrackerDefinition, firstKey: number) {
    this.#tracker = tracker
    this.#nextKey = firstKey
  }

  element(artifacts: readonly XmlElement[]): XmlElement {
    const tracker = this.#tracker
    const formElements = this.#formElements()
    return element(
      'tracker',
      { id: `T_${tracker.key}`, parent_id: tracker.parent === undefined ? '0' : `T_${tracker.parent}` },
      [
        element('name', {}, tracker.name),
        element('item_name', {}, tracker.key),
        element('description', {}, tracker.description),
        element('color', {}, tracker.colour),
        element('cannedResponses'),
        element('formElements', {}, formElements),
        element('semantics', {}, this.#semantics()),
        element('reports', {}, [this.#report('Open', true, tracker.open), this.#report('All', false, [])]),
        ...this.#workflow(),
        element('permissions', {}, [this.#permission('ACCESS_FULL'), ...this.#permissions()]),
        element('artifacts', {}, artifacts),
      ],
    )
  }

  statusKey(label: string): string {
    this.#formElements()
    const key = this.#valueKeys.get(`status ${label}`)
    if (key === undefined) throw new Error(`the sample project has no status ${label}`)
    return key
  }

  readonly #fieldReference = (name: string): XmlElement => element('field', { REF: this.#fieldKeys.get(name) })

  readonly #valueReference = (name: string, label: string): XmlElement =>
    element(name, { REF: this.#valueKeys.get(`status ${label}`) })

  #formElements(): XmlElement[] {
    return this.#tracker.fieldsets.map(({ label, fields }, index) =>
      element('formElement', { type: 'fieldset', ID: `F${this.#nextKey++}`, rank: index + 1 }, [
        element('name', {}, `fieldset_${index + 1}`),
        element('label', {}, label),
        element(
          'formElements',
          {},
          fields.map((field, rank) => this.#fieldElement(field, rank)),
        ),
      ]),
    )
  }

  #fieldElement(field: FieldDefinition, rank: number): XmlElement {
    const key = `F${this.#nextKey++}`
    this.#fieldKeys.set(field.name, key)
    const items = (field.choices ?? []).map(({ label }) => {
      const value = `V${this.#nextKey++}`
      this.#valueKeys.set(`${field.name} ${label}`, value)
      return element('item', { ID: value, label })
    })
    const decorators = (field.choices ?? []).flatMap(({ label, colour }) =>
      colour === undefined
        ? []
        : [element('decorator', { REF: this.#valueKeys.get(`${field.name} ${label}`), tlp_color_name: colour })],
    )
    const bind =
      field.isPeople === true
        ? [element('bind', { type: 'users' }, [element('items', {}, [element('item', { label: 'group_members' })])])]
        : field.choices
          ? [
              element('bind', { type: 'static', is_rank_alpha: 0 }, [
                element('items', {}, items),
                ...(decorators.length > 0 ? [element('decorators', {}, decorators)] : []),
                // New artifacts begin with the first status.
                ...(field.name === 'status'
                  ? [element('default_values', {}, [this.#valueReference('value', field.choices[0]?.label ?? '')])]
                  : []),
              ]),
            ]
          : []
    return element(
      'formElement',
      { type: field.type, ID: key, rank, required: field.isRequired === true ? 1 : undefined },
      [element('name', {}, field.name), element('label', {}, field.label), ...bind],
    )
  }

  #semantics(): XmlElement[] {
    const { timeframe, initialEffort } = this.#tracker
    return [
      semantic('title', [this.#fieldReference('title')]),
      semantic('description', [this.#fieldReference('description')]),
      semantic('status', [
        this.#fieldReference('status'),
        element(
          'open_values',
          {},
          this.#tracker.open.map(label => this.#valueReference('open_value', label)),
        ),
      ]),
      semantic('done', [element('closed_values', {}, [this.#valueReference('closed_value', this.#tracker.done)])]),
      semantic('contributor', [this.#fieldReference(this.#tracker.contributor)]),
      ...(timeframe
        ? [
            semantic('timeframe', [
              element('start_date_field', { REF: this.#fieldKeys.get(timeframe.start) }),
              element('end_date_field', { REF: this.#fieldKeys.get(timeframe.end) }),
            ]),
          ]
        : []),
      ...(initialEffort === undefined ? [] : [semantic('initial_effort', [this.#fieldReference(initialEffort)])]),
    ]
  }

  #report(name: string, isDefault: boolean, labels: readonly string[]): XmlElement {
    return element('report', { is_default: isDefault ? 1 : 0 }, [
      element('name', {}, name),
      element('criterias', {}, [
        element('criteria', { rank: 0 }, [
          this.#fieldReference('status'),
          ...(labels.length === 0
            ? []
            : [
                element(
                  'criteria_value',
                  { type: 'list' },
                  labels.map(label => this.#valueReference('selected_value', label)),
                ),
              ]),
        ]),
        element('criteria', { rank: 1 }, [this.#fieldReference(this.#tracker.contributor)]),
      ]),
      element('renderers', {}, [
        element('renderer', { type: 'table', rank: 0, chunksz: 50 }, [
          element('name', {}, 'Table'),
          element('columns', {}, this.#tracker.columns.map(this.#fieldReference)),
        ]),
      ]),
    ])
  }

  #workflow(): XmlElement[] {
    return this.#tracker.transitions
      ? [
          element('workflow', {}, [
            element('field_id', { REF: this.#fieldKeys.get('status') }),
            element('is_used', {}, '1'),
            element(
              'transitions',
              {},
              this.#tracker.transitions.map(([from, to]) =>
                element('transition', {}, [
                  element('from_id', { REF: from === '' ? 'null' : this.#valueKeys.get(`status ${from}`) }),
                  element('to_id', { REF: this.#valueKeys.get(`status ${to}`) }),
                ]),
              ),
            ),
          ]),
        ]
      : []
  }

  #permissions(): XmlElement[] {
    return this.#tracker.fieldsets
      .flatMap(({ fields }) => fields)
      .flatMap(field =>
        FILLED_BY_PLATFORM.has(field.type)
          ? [this.#permission('FIELD_READ', field)]
          : [this.#permission('FIELD_SUBMIT', field), this.#permission('FIELD_UPDATE', field)],
      )
  }

  #permission(type: string, field?: FieldDefinition): XmlElement {
    return element('permission', {
      scope: field ? 'field' : 'tracker',
      REF: field && this.#fieldKeys.get(field.name),
      ugroup: 'UGROUP_PROJECT_MEMBERS',
      type: `PLUGIN_TRACKER_${type}`,
    })
  }
}

const semantic = (type: string, children: readonly XmlElement[]): XmlElement =>
  element('semantic', { type }, [element('shortname', {}, type), element('label'), element('description'), ...children])
