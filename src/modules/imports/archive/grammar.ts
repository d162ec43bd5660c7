import type { XmlNode } from '../../../platform/xml/node.ts'
import { isFieldTypeName } from '../../fields/index.ts'
import type { Messages } from './import-messages.ts'

/** The allowed content of an element. Other elements and attributes are skipped with a warning, so that newer archives can be imported. */
interface ElementRule {
  readonly attributes: ReadonlyMap<
    string,
    { readonly isRequired: boolean; readonly values: ReadonlySet<string> | undefined }
  >
  readonly children: () => ReadonlyMap<string, ChildRule>
  /** Other code checks the content (a field type, a skipped section). */
  readonly isOpaque: boolean
}

interface ChildRule {
  readonly rule: ElementRule
  readonly isRequired: boolean
  readonly isRepeatable: boolean
}

type Children = Readonly<Record<string, ElementRule>>

/**
 * Attributes: names separated by blanks; `name!` is required, `name=a|b` allows only these values. Children: `name!` is required, `name*`
 * may repeat, `name+` both.
 */
const element = (attributes = '', children: Children | (() => Children) = {}, isOpaque = false): ElementRule => {
  let map: ReadonlyMap<string, ChildRule> | undefined
  return {
    attributes: new Map(
      attributes
        .split(' ')
        .filter(token => token !== '')
        .map(token => {
          // Splits at the first = only: a value may be = itself.
          const [, name = '', values] = /^([^=]*)(?:=(.*))?$/.exec(token) ?? []
          const isRequired = name.endsWith('!')
          return [
            isRequired ? name.slice(0, -1) : name,
            { isRequired, values: values === undefined ? undefined : new Set(values.split('|')) },
          ]
        }),
    ),
    children: () =>
      (map ??= new Map(
        Object.entries(typeof children === 'function' ? children() : children).map(([name, rule]) => [
          name.replace(/[!*+]$/, ''),
          { rule, isRequired: /[!+]$/.test(name), isRepeatable: /[*+]$/.test(name) },
        ]),
      )),
    isOpaque,
  }
}

const text = element()
const opaque = (attributes = ''): ElementRule => element(attributes, {}, true)
const reference = element('REF!')
const userFormats = 'username|ldap|id|email'
const userReference = element(`format!=${userFormats} is_anonymous`)
const date = element('format')
const list = (child: string, rule: ElementRule, attributes = ''): ElementRule =>
  element(attributes, { [`${child}*`]: rule })
const references = opaque()

const bind = element('type!=static|users|ugroups is_rank_alpha', {
  items: list('item', element('ID label is_hidden', { description: text })),
  decorators: list('decorator', element('REF r g b tlp_color_name')),
  default_values: list('value', element(`REF format=${userFormats} is_anonymous`)),
})

const formElementAttributes = 'ID! type! rank! required notifications use_it scope id tracker_id parent_id'
const formElement: ElementRule = element(formElementAttributes, () => ({
  'name!': text,
  'label!': text,
  description: text,
  properties: opaque(),
  bind,
  formElements,
}))
// An empty placeholder is no error, so nothing is required here; the planner checks the needed properties.
const externalField: ElementRule = element(formElementAttributes.replaceAll('!', ''), {
  name: text,
  label: text,
  description: text,
  properties: opaque(),
  bind,
})
const formElements: ElementRule = element('', () => ({ 'formElement*': formElement, 'externalField*': externalField }))

const semantic = element('type!', {
  shortname: text,
  label: text,
  description: text,
  'field*': reference,
  open_values: list('open_value', reference),
  closed_values: list('closed_value', reference),
  'background-color': reference,
  start_date_field: reference,
  duration_field: reference,
  end_date_field: reference,
  inherited_from_tracker: element('id!'),
  total_effort_field: reference,
  remaining_effort_field: reference,
  artifact_link_type: element('shortname!'),
})

const ruleValue = element('REF is_none')
const listRule = element('', {
  'source_field!': reference,
  'target_field!': reference,
  'source_value!': ruleValue,
  'target_value!': ruleValue,
})
const rules = element('', {
  date_rules: list(
    'rule',
    element('', {
      'source_field!': reference,
      'target_field!': reference,
      'comparator!': element('type!=<|≤|=|≥|>|≠'),
    }),
  ),
  list_rules: list('rule', listRule),
})

const reports = list(
  'report',
  element(
    'is_default is_query_displayed is_in_expert_mode expert_query id tracker_id user_id current_renderer_id parent_report_id',
    {
      'name!': text,
      description: text,
      criterias: list(
        'criteria',
        element('rank is_advanced', {
          field: reference,
          criteria_value: element('type', { none_value: opaque(), 'selected_value*': reference }),
        }),
      ),
      renderers: list('renderer', opaque('type! rank ID chunksz multisort field_id')),
    },
  ),
)

const groupPermissions = list('permission', element('ugroup! scope type REF'))
const conditions = list(
  'condition',
  element('type!=perms|notempty|commentnotempty is_comment_required', {
    permissions: groupPermissions,
    'field*': reference,
  }),
)
const postActions = element('', {
  'postaction_field_date*': element('valuetype!', { 'field_id!': reference }),
  'postaction_field_int*': element('value!', { 'field_id!': reference }),
  'postaction_field_float*': element('value!', { 'field_id!': reference }),
  'postaction_ci_build*': element('job_url!'),
  'postaction_frozen_fields*': element('', { 'field_id+': reference }),
  'postaction_hidden_fieldsets*': element('', { 'fieldset_id+': reference }),
  'postaction_add_to_top_backlog*': opaque(),
  'postaction_add_to_program_top_backlog*': opaque(),
})
const workflow = element('', {
  field_id: reference,
  is_used: text,
  transitions: list(
    'transition',
    element('', {
      'from_id!': reference,
      'to_id!': reference,
      postactions: postActions,
      conditions,
      permissions: groupPermissions,
    }),
  ),
})
const simpleWorkflow = element('', {
  field_id: reference,
  is_used: text,
  states: list(
    'state',
    element('', {
      'to_id!': reference,
      // A state may have no transitions.
      transitions: list('transition', element('', { 'from_id!': reference })),
      postactions: postActions,
      conditions,
      permissions: groupPermissions,
    }),
  ),
})

const comment = element('', {
  'submitted_by!': userReference,
  'submitted_on!': date,
  'body!': element('format!=text|html|commonmark'),
  private_ugroups: list('ugroup', text),
})
/** The kinds of values with known formats; formats of other kinds are not checked. */
const valueFormats: ReadonlyMap<string, readonly string[]> = new Map([
  ['text', ['text', 'html', 'commonmark']],
  ['date', ['ISO8601']],
  ['list', ['id', ...userFormats.split('|')]],
  ['open_list', ['id', 'label', ...userFormats.split('|')]],
  ['ttmstepdef', ['text', 'html', 'commonmark']],
])
const fieldChange = opaque('field_name! type! bind use_perm')
const changeset = element('id', {
  'submitted_by!': userReference,
  'submitted_on!': date,
  'comments!': list('comment', comment),
  'field_change*': fieldChange,
  'external_field_change*': fieldChange,
})
/** Artifacts are checked one by one, as they are read: no tree holds all of them. */
export const artifactGrammar: ElementRule = element('id! tracker_id', {
  'changeset*': changeset,
  'file*': element('id!', {
    'filename!': text,
    'path!': text,
    filesize: text,
    filetype: text,
    description: text,
  }),
})

const tracker = element(
  'id parent_id instantiate_for_new_projects allow_copy enable_emailgateway log_priority_changes notifications_level stop_notification ' +
    'is_displayed_in_new_dropdown use_private_comments enable_move_artifacts should_send_event_in_notification is_folder group_id',
  {
    'name!': text,
    'item_name!': text,
    description: text,
    color: text,
    submit_instructions: text,
    browse_instructions: text,
    cannedResponses: list('cannedResponse', element('', { 'title!': text, 'body!': text })),
    formElements,
    semantics: list('semantic', semantic),
    dependencies: list('rule', listRule),
    rules,
    reports,
    workflow,
    simple_workflow: simpleWorkflow,
    webhooks: list('webhook', element('url!')),
    permissions: list('permission', element('scope!=tracker|field ugroup! type! REF')),
    artifacts: element('source_platform', { 'artifact*': artifactGrammar }),
    timetracking: opaque(),
  },
)

const triggers = list(
  'trigger_rule',
  element('', {
    'triggers!': element('', {
      'trigger+': element('', { 'field_id!': reference, 'field_value_id!': reference }),
    }),
    'condition!': text,
    'target!': element('', { 'field_id!': reference, 'field_value_id!': reference }),
  }),
)

const services = element('', {
  'service*': element('shortname! enabled!'),
  'project-defined-service*': element('shortname enabled! label! description link! is_in_new_tab'),
})
const group = element('name! description', {
  'members!': list('member', userReference),
})

/** Names of the sections without a component on this server: each causes one warning (import.md §10). */
export const skippedSections: readonly string[] = [
  'dashboards',
  'docman',
  'frs',
  'git',
  'mediawiki',
  'mediawiki-standalone',
]

const section = opaque('*')

const cardwall = element('', {
  trackers: list(
    'tracker',
    element('id!', {
      columns: list('column', element('id label! tlp_color_name bg_red bg_green bg_blue')),
      mappings: list(
        'mapping',
        element('tracker_id! field_id!', { values: list('value', element('value_id! column_id!')) }),
      ),
    }),
  ),
})

export const projectGrammar: ElementRule = element(
  'unix-name! full-name! description! access!=public|private|unrestricted|private-wo-restr icon-codepoint inherit-from-template',
  {
    'long-description!': text,
    banner: opaque('*'),
    'services!': services,
    ugroups: element('mode', { 'ugroup+': group }),
    natures: list('nature', element('is_used')),
    trackers: element('use-natures', { 'tracker*': tracker, triggers, references }),
    svn: element('', {
      'repository*': element('name! dump-file', {
        'access-file': text,
        'notification*': element('path! emails!'),
        references,
      }),
    }),
    agiledashboard: section,
    cardwall,
    ...Object.fromEntries(skippedSections.map(name => [`${name}*`, section])),
  },
)

export const usersGrammar: ElementRule = element('', {
  'user*': element('', { 'id!': text, 'username!': text, 'realname!': text, 'email!': text, 'ldapid!': text }),
})

export const testManagementGrammar: ElementRule = element('', {
  'configuration!': element('', { issues: text, campaigns: text, definitions: text, executions: text }),
  executions: list('execution', element('execution_artifact_id! definition_changeset_id!')),
})

/** Checks an element and its descendants against the grammar: missing or malformed parts are errors, unknown parts are warnings. */
export const checkGrammar = (node: XmlNode, rule: ElementRule, messages: Messages): void => {
  // §5.2: an element of unknown type is skipped with its content, without checks.
  if (rule === formElement && !isFieldTypeName((node.attributes['type'] ?? '').trim())) return
  checkAttributes(node, rule, messages)
  if (rule === fieldChange) checkFormats(node, valueFormats.get((node.attributes['type'] ?? '').trim()), messages)
  if (rule.isOpaque) return
  const children = rule.children()
  const seen = new Set<string>()
  for (const child of node.children) {
    const childRule = children.get(child.name)
    if (!childRule) {
      messages.warn(
        child,
        `the element <${child.name}> inside <${node.name}> is not known and was skipped`,
        `unknown ${node.name}/${child.name}`,
      )
      continue
    }
    if (seen.has(child.name) && !childRule.isRepeatable)
      messages.error(child, `there is a second <${child.name}> inside <${node.name}>`)
    seen.add(child.name)
    checkGrammar(child, childRule.rule, messages)
  }
  for (const [name, child] of children)
    if (child.isRequired && !seen.has(name)) messages.error(node, `<${node.name}> has no <${name}>`)
}

const checkFormats = (node: XmlNode, formats: readonly string[] | undefined, messages: Messages): void => {
  if (!formats) return
  for (const child of node.children) {
    const format = child.attributes['format']
    if (format !== undefined && !formats.includes(format.trim()))
      messages.error(child, `format="${format}" of <${child.name}> must be one of ${formats.join(', ')}`)
    checkFormats(child, formats, messages)
  }
}

const checkAttributes = (node: XmlNode, rule: ElementRule, messages: Messages): void => {
  for (const name in node.attributes) {
    const attribute = rule.attributes.get(name)
    const value = node.attributes[name] ?? ''
    // A schema location describes the document, not the project.
    if (name.startsWith('xmlns') || name.startsWith('xsi:') || name.startsWith('xml:')) continue
    if (!attribute) {
      if (!rule.isOpaque)
        messages.warn(
          node,
          `the attribute ${name} of <${node.name}> is not known and was skipped`,
          `unknown ${node.name}@${name}`,
        )
    } else if (attribute.values && !attribute.values.has(value.trim()))
      messages.error(node, `${name}="${value}" of <${node.name}> must be one of ${[...attribute.values].join(', ')}`)
  }
  for (const [name, { isRequired }] of rule.attributes)
    if (isRequired && node.attributes[name] === undefined)
      messages.error(node, `<${node.name}> has no attribute ${name}`)
}
