// The form of project archives that other readers insist on (import.md): which elements, in which order, with which attributes. Ours takes more.
import type { XmlNode } from '../../src/platform/xml/node.ts'

interface Form {
  /** Names; `?`: it may be missing. */
  readonly attributes?: string
  /** Names in their order: `?` may be missing, `*` may repeat, `+` occurs at least once, `a|b` is either, ` / ` separates forms. undefined: text. */
  readonly children?: string
  /** The children may stand in any order. */
  readonly isUnordered?: boolean
}

const REF: Form = { attributes: 'REF' }
const named = 'shortname label description'
const semantics: Readonly<Record<string, string>> = {
  title: `${named} field`,
  description: `${named} field`,
  status: `${named} field open_values`,
  done: `${named} closed_values`,
  contributor: `${named} field`,
  initial_effort: `${named} field`,
  velocity: `${named} field`,
  tooltip: 'field*',
  plugin_cardwall_card_fields: 'field* background-color?',
  timeframe: 'start_date_field duration_field|end_date_field / inherited_from_tracker',
  progress: 'total_effort_field remaining_effort_field / artifact_link_type',
}
/** Children of `<field_change>` by type, and by bind for lists. */
const changes: Readonly<Record<string, string>> = {
  string: 'value',
  text: 'value',
  int: 'value',
  float: 'value',
  date: 'value',
  computed: 'value? manual_value? is_autocomputed?',
  file: 'value+',
  art_link: 'value*',
  'list static': 'value*',
  'list users': 'value*',
  'list ugroups': 'value*',
  'open_list static': 'value*',
  'open_list users': 'value*',
  'open_list ugroups': 'value*',
  permissions_on_artifact: 'ugroup*',
}
const settings = 'postactions? conditions?'

const forms: Readonly<Record<string, Form>> = {
  project: {
    attributes: 'unix-name full-name description access icon-codepoint? inherit-from-template?',
    children:
      'long-description services banner? ugroups? natures? trackers* svn? agiledashboard? cardwall? dashboards?',
    isUnordered: true,
  },
  services: { children: 'service|project-defined-service*' },
  service: { attributes: 'shortname enabled' },
  'project-defined-service': { attributes: 'shortname enabled label description link is_in_new_tab?' },
  ugroups: { attributes: 'mode?', children: 'ugroup+' },
  'ugroups/ugroup': { attributes: 'name description', children: 'members' },
  members: { children: 'member*' },
  member: { attributes: 'format' },
  natures: { children: 'nature*' },
  nature: { attributes: 'is_used?' },
  'project/trackers': { attributes: 'use-natures?', children: 'tracker* triggers? references?' },
  tracker: {
    attributes:
      'id? parent_id? allow_copy? enable_emailgateway? instantiate_for_new_projects? log_priority_changes? notifications_level? ' +
      'is_displayed_in_new_dropdown? use_private_comments? should_send_event_in_notification? enable_move_artifacts?',
    children:
      'name? item_name? description? color? submit_instructions? browse_instructions? cannedResponses formElements? semantics? ' +
      'dependencies? rules? reports? workflow? simple_workflow? webhooks? permissions? artifacts?',
  },
  cannedResponses: { children: 'cannedResponse*' },
  cannedResponse: { children: 'title body' },
  'cannedResponse/body': {},
  formElements: { children: 'formElement|externalField*' },
  formElement: {
    attributes: 'ID rank type use_it? scope? required? notifications?',
    children: 'name label description? properties? formElements? bind?',
  },
  externalField: {
    attributes: 'ID rank type use_it? scope? required? notifications?',
    children: 'name label description?',
  },
  properties: {
    attributes:
      'maxchars? size? rows? cols? static_value? default_value? hint? target_field_name? fast_compute? use_capacity? include_weekends? ' +
      'display_time? use_cache? can_edit_reverse_links?',
  },
  bind: { attributes: 'type is_rank_alpha?', children: 'items? decorators? default_values?' },
  items: { children: 'item*' },
  item: { attributes: 'ID? label is_hidden?', children: 'description?' },
  decorators: { children: 'decorator*' },
  decorator: { attributes: 'REF? r? g? b? tlp_color_name?' },
  default_values: { children: 'value*' },
  'default_values/value': { attributes: 'REF? format? is_anonymous?' },
  semantics: { children: 'semantic*' },
  open_values: { children: 'open_value*' },
  closed_values: { children: 'closed_value*' },
  inherited_from_tracker: { attributes: 'id' },
  artifact_link_type: { attributes: 'shortname' },
  rules: { children: 'date_rules? list_rules?' },
  date_rules: { children: 'rule*' },
  list_rules: { children: 'rule*' },
  'date_rules/rule': { children: 'source_field target_field comparator' },
  'list_rules/rule': { children: 'source_field target_field source_value target_value' },
  comparator: { attributes: 'type' },
  source_value: { attributes: 'REF? is_none?' },
  target_value: { attributes: 'REF? is_none?' },
  reports: { children: 'report*' },
  report: {
    attributes: 'is_default? is_query_displayed? is_in_expert_mode? expert_query? id?',
    children: 'name description? criterias renderers',
  },
  criterias: { children: 'criteria*' },
  criteria: { attributes: 'rank is_advanced?', children: 'field criteria_value?' },
  criteria_value: { attributes: 'type', children: 'none_value? selected_value*' },
  none_value: {},
  renderers: { children: 'renderer*' },
  renderer: { attributes: 'ID? rank type chunksz multisort?', children: 'name description? columns? sort?' },
  columns: { children: 'field*' },
  'columns/field': { attributes: 'REF artlink-nature? artlink-nature-format?' },
  sort: { children: 'field*' },
  workflow: { children: 'field_id? is_used? transitions?' },
  'workflow/transitions': { children: 'transition*' },
  'workflow/transitions/transition': { children: `from_id to_id ${settings}` },
  simple_workflow: { children: 'field_id? is_used? states?' },
  states: { children: 'state+' },
  state: { children: `to_id transitions? ${settings}` },
  'state/transitions': { children: 'transition+' },
  'state/transitions/transition': { children: 'from_id' },
  postactions: {
    children:
      'postaction_field_date* postaction_field_int* postaction_field_float* postaction_ci_build* postaction_frozen_fields? postaction_hidden_fieldsets? postaction_add_to_top_backlog?',
    isUnordered: true,
  },
  postaction_field_date: { attributes: 'valuetype', children: 'field_id' },
  postaction_field_int: { attributes: 'value', children: 'field_id' },
  postaction_field_float: { attributes: 'value', children: 'field_id' },
  postaction_ci_build: { attributes: 'job_url' },
  postaction_frozen_fields: { children: 'field_id+' },
  postaction_hidden_fieldsets: { children: 'fieldset_id+' },
  postaction_add_to_top_backlog: {},
  'workflow/transitions/transition/postactions': {
    children:
      'postaction_field_date* postaction_field_int* postaction_field_float* postaction_ci_build* postaction_add_to_top_backlog?',
    isUnordered: true,
  },
  conditions: { children: 'condition*' },
  condition: { attributes: 'type is_comment_required?', children: 'permissions / field+ / ' },
  'condition/permissions': { children: 'permission*' },
  'condition/permissions/permission': { attributes: 'ugroup' },
  webhooks: { children: 'webhook+' },
  webhook: { attributes: 'url' },
  'tracker/permissions': { children: 'permission*' },
  'tracker/permissions/permission': { attributes: 'REF? scope ugroup type' },
  'trackers/triggers': { children: 'trigger_rule*' },
  trigger_rule: { children: 'triggers condition target' },
  'trigger_rule/condition': {},
  'trigger_rule/triggers': { children: 'trigger*' },
  trigger: { children: 'field_id field_value_id' },
  target: { children: 'field_id field_value_id' },
  artifacts: { attributes: 'source_platform?', children: 'artifact*' },
  artifact: { attributes: 'id tracker_id?', children: 'changeset* file*' },
  changeset: {
    attributes: 'id?',
    children: 'submitted_by submitted_on comments field_change* external_field_change*',
  },
  submitted_by: { attributes: 'format is_anonymous?' },
  submitted_on: { attributes: 'format' },
  comments: { children: 'comment*' },
  comment: { children: 'submitted_by submitted_on body private_ugroups?' },
  body: { attributes: 'format' },
  private_ugroups: { children: 'ugroup*' },
  'private_ugroups/ugroup': {},
  field_change: { attributes: 'field_name type bind? use_perm?' },
  'field_change/value': { attributes: 'format? nature? ref? is_anonymous?' },
  'field_change/ugroup': { attributes: 'ugroup_id? ugroup_name?' },
  external_field_change: { attributes: 'field_name type', children: 'step+' },
  step: { children: 'description expected_results' },
  'step/description': { attributes: 'format' },
  expected_results: { attributes: 'format' },
  file: { attributes: 'id', children: 'filename path filesize filetype description' },
  svn: { children: 'repository*' },
  repository: { attributes: 'name dump-file?', children: 'access-file? notification*', isUnordered: true },
  notification: { attributes: 'path emails' },
  agiledashboard: { children: 'admin? top_backlog? plannings? kanban_list?' },
  admin: { children: 'scrum' },
  scrum: { children: 'explicit_backlog' },
  explicit_backlog: { attributes: 'is_used' },
  top_backlog: { children: 'artifact*' },
  plannings: { children: 'planning*' },
  planning: { attributes: 'name plan_title planning_tracker_id backlog_title', children: 'backlogs permissions?' },
  'planning/permissions': { children: 'permission*' },
  'planning/permissions/permission': { attributes: 'ugroup type' },
  backlogs: { children: 'backlog+' },
  kanban_list: { attributes: 'title', children: 'kanban*' },
  kanban: { attributes: 'ID tracker_id name is_promoted?', children: 'column* tracker-reports?' },
  'kanban/column': { attributes: 'REF wip?' },
  'tracker-reports': { children: 'tracker-report*' },
  'tracker-report': { attributes: 'id' },
  cardwall: { children: 'trackers' },
  'cardwall/trackers': { children: 'tracker*' },
  'cardwall/trackers/tracker': { attributes: 'id', children: 'columns? mappings?' },
  'cardwall/trackers/tracker/columns': { children: 'column*' },
  'tracker/columns/column': { attributes: 'id? label tlp_color_name? bg_red? bg_green? bg_blue?' },
  mappings: { children: 'mapping*' },
  mapping: { attributes: 'tracker_id field_id', children: 'values' },
  'mapping/values': { children: 'value*' },
  'mapping/values/value': { attributes: 'value_id column_id' },
  dashboards: { children: 'dashboard+' },
  dashboard: { attributes: 'name', children: 'line+' },
  'dashboard/line': { children: 'column+' },
  'line/column': { children: 'widget+' },
  widget: { attributes: 'name', children: 'preference' },
  preference: { attributes: 'name', children: 'value+' },
  'preference/value': { attributes: 'name' },
  users: { children: 'user*' },
  user: { children: 'id username realname email ldapid' },
  ...Object.fromEntries(
    [
      ...['open_value', 'closed_value', 'field', 'background-color', 'start_date_field', 'duration_field'],
      ...['end_date_field', 'total_effort_field', 'remaining_effort_field', 'source_field', 'target_field'],
      ...['selected_value', 'from_id', 'to_id', 'field_id', 'fieldset_id', 'field_value_id'],
    ].map(name => [name, REF]),
  ),
}

/** The most exact one: by the element inside what it stands in. */
const formOf = (path: readonly string[]): Form | undefined => {
  for (let length = path.length; length > 0; length--) {
    const form = forms[path.slice(-length).join('/')]
    if (form) return form
  }
  return undefined
}

const patternOf = (children: string, isUnordered: boolean): RegExp => {
  const forms = children.split(' / ').map(form => {
    const parts = (form === '' ? [] : form.trim().split(' ')).map(part => {
      const [, names = '', count = ''] = /^(.*?)([?*+]?)$/.exec(part) ?? []
      return { names, count }
    })
    return isUnordered
      ? `(?:${parts.map(({ names }) => `(?:${names}) `).join('|')})*`
      : parts.map(({ names, count }) => `(?:(?:${names}) )${count}`).join('')
  })
  return new RegExp(`^(?:${forms.join('|')})$`)
}

const FLAG = /^[01]$/
const BOOLEAN = /^(?:0|1|true|false)$/
const WHOLE = /^[+-]?\d+$/
const NOT_EMPTY = /\S/
const USER = /^(?:username|ldap|id|email)$/
const TEXT = /^(?:text|html|commonmark)$/
const IDENTIFIER = /^[A-Za-z_][\w.-]*$/
const each = (names: string, pattern: RegExp) => names.split(' ').map(name => [name, pattern] as const)

/** By name of the attribute, or more exactly by element and name. */
const attributeValues: ReadonlyMap<string, RegExp> = new Map([
  ...each('use_it required notifications is_default is_query_displayed is_in_expert_mode is_advanced is_hidden', FLAG),
  ...each(
    'is_rank_alpha fast_compute use_capacity include_weekends display_time use_cache can_edit_reverse_links',
    FLAG,
  ),
  ...each(
    'allow_copy enable_emailgateway instantiate_for_new_projects log_priority_changes enable_move_artifacts',
    FLAG,
  ),
  ...each('is_comment_required', FLAG),
  ...each('enabled is_in_new_tab is_used use-natures is_anonymous use_perm inherit-from-template', BOOLEAN),
  ...each('is_displayed_in_new_dropdown use_private_comments should_send_event_in_notification', BOOLEAN),
  ...each('rank chunksz multisort valuetype maxchars size rows cols r g b artifact@id artifact@tracker_id', WHOLE),
  ...each('postaction_field_int@value ugroup@ugroup_id', WHOLE),
  ...each('ID changeset@id file@id', IDENTIFIER),
  ['is_none', /^1$/],
  ['notifications_level', /^[012]$/],
  ['scope', /^(?:tracker|field|P|S)$/],
  ['mode', /^synchronized$/],
  ['item@label', NOT_EMPTY],
  ['unix-name', /^[\w-]+$/],
  ['ugroup@name', /^[\w-]+$/],
  ['access', /^(?:public|private|unrestricted|private-wo-restr)$/],
  ['submitted_by@format', USER],
  ['member@format', /^(?:username|ldap|id)$/],
  ['submitted_on@format', /^ISO8601$/],
  ...each('body@format description@format expected_results@format', TEXT),
  ['bind@type', /^(?:static|users|ugroups)$/],
  ['criteria_value@type', /^(?:text|list)$/],
  ['condition@type', /^(?:perms|notempty|commentnotempty)$/],
  ['comparator@type', /^[<≤=≥>≠]$/],
  ['postaction_field_float@value', /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/],
])

const ofChange = (node: XmlNode): string => {
  const { type = '', bind } = node.attributes
  return bind === undefined ? type : `${type} ${bind}`
}

/** Texts, by the end of the path. */
const texts: ReadonlyMap<string, RegExp> = new Map([
  ['tracker/name', NOT_EMPTY],
  ['tracker/item_name', /^\w+$/],
  ['tracker/color', /^[a-z]+(?:-[a-z]+)*$/],
  ['formElement/name', /^[a-z0-9_-]+$/],
  ['externalField/name', /^[a-z0-9_-]+$/],
  ['workflow/is_used', WHOLE],
  ['simple_workflow/is_used', WHOLE],
  ['file/filesize', WHOLE],
  ['user/id', WHOLE],
  ['manual_value', /^(?:[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)?$/],
  ['is_autocomputed', BOOLEAN],
  ['trigger_rule/condition', /^(?:at_least_one|all_of)$/],
  ['submitted_on', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/],
])

/** The values of a change, by type and bind: format and text. An empty `<value/>` alone empties a list. */
const values: Readonly<Record<string, readonly [format: RegExp, text: RegExp]>> = {
  string: [/^$/, /^/],
  text: [/^(?:text|html|commonmark)?$/, /^/],
  int: [/^$/, /^(?:[+-]?\d+)?$/],
  float: [/^$/, /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)?$/],
  date: [/^ISO8601$/, /^(?:\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2}))?$/],
  computed: [/^$/, /^/],
  file: [/^$/, /^$/],
  art_link: [/^$/, WHOLE],
  'list static': [/^id$/, WHOLE],
  'list users': [USER, /^/],
  'list ugroups': [/^id$/, WHOLE],
  'open_list static': [/^(?:label|id)?$/, /^/],
  'open_list users': [/^(?:label|id|username|ldap|email)?$/, /^/],
  'open_list ugroups': [/^(?:label|id)?$/, /^/],
}

const valueFaults = (change: XmlNode): string[] => {
  const rule = values[ofChange(change)]
  const found = change.children.filter(({ name }) => name === 'value')
  const isEmptied = found.length === 1 && found[0]?.text === '' && found[0].attributes['format'] === undefined
  if (!rule || isEmptied) return []
  const [format, text] = rule
  return found
    .filter(value => !format.test(value.attributes['format'] ?? '') || !text.test(value.text))
    .map(value => `is ${value.attributes['format'] ?? 'without format'}: ${value.text}`)
}

/** Attributes that must hold the key of another element. */
const keysReferred = (node: XmlNode): string[] =>
  node.name === 'from_id' || node.name === 'to_id' ? [] : ['REF', 'ref'].flatMap(name => node.attributes[name] ?? [])

const keysGiven = (node: XmlNode): string[] => [
  ...['ID', ...(node.name === 'changeset' || node.name === 'file' ? ['id'] : [])].flatMap(
    name => node.attributes[name] ?? [],
  ),
]

const all = (node: XmlNode): XmlNode[] => [node, ...node.children.flatMap(all)]

/** Deviations from the common format, by path. */
export const formFaults = (root: XmlNode): string[] => {
  const nodes = all(root)
  const given = nodes.flatMap(keysGiven)
  const known = new Set(given)
  return [
    ...elementFaults(root, []),
    ...given.filter((key, index) => given.indexOf(key) !== index).map(key => `two elements have the key ${key}`),
    ...nodes.flatMap(node =>
      keysReferred(node)
        .filter(key => !known.has(key))
        .map(key => `${node.file}:${node.line} ${node.name} refers to ${key}, which nothing has`),
    ),
  ]
}

const formFor = (node: XmlNode, path: readonly string[]): Form | undefined => {
  if (node.name === 'semantic')
    return { attributes: 'type', children: semantics[node.attributes['type'] ?? ''] ?? 'none' }
  const form = formOf(path)
  if (node.name === 'field_change') return { ...form, children: changes[ofChange(node)] ?? 'none' }
  if (node.name === 'bind')
    return { ...form, attributes: node.attributes['type'] === 'static' ? 'type is_rank_alpha' : 'type' }
  return form
}

const elementFaults = (node: XmlNode, parents: readonly string[]): string[] => {
  const path = [...parents, node.name]
  const place = `${node.file}:${node.line} ${path.join('/')}`
  const form = formFor(node, path)
  const attributes = (form?.attributes ?? '').split(' ').filter(name => name !== '')
  const known = new Set(attributes.map(name => name.replace('?', '')))
  const missing = attributes.filter(name => !name.endsWith('?') && node.attributes[name] === undefined)
  const unknown = Object.keys(node.attributes).filter(name => !known.has(name))
  const wrong = Object.entries(node.attributes).filter(
    ([name, value]) => !(attributeValues.get(`${node.name}@${name}`) ?? attributeValues.get(name) ?? /^/).test(value),
  )
  const names = node.children.map(child => `${child.name} `).join('')
  const isForm =
    form?.children === undefined ? names === '' : patternOf(form.children, form.isUnordered ?? false).test(names)
  const text = texts.get(path.slice(-2).join('/')) ?? texts.get(node.name) ?? /^/
  return [
    ...missing.map(name => `${place} has no ${name}`),
    ...unknown.map(name => `${place} has ${name}`),
    ...wrong.map(([name, value]) => `${place} has ${name}="${value}"`),
    ...(isForm ? [] : [`${place} (${ofChange(node)}) holds ${names}`]),
    ...(text.test(node.text) ? [] : [`${place} says "${node.text}"`]),
    ...(node.name === 'field_change' ? valueFaults(node).map(fault => `${place} (${ofChange(node)}) ${fault}`) : []),
    ...node.children.flatMap(child => elementFaults(child, path)),
  ]
}
