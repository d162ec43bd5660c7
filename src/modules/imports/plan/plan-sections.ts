import { childNamed, childrenNamed, childText, type XmlNode } from '../../../platform/xml/node.ts'
import { isRepositoryName } from '../../svn/index.ts'
import type { Archive } from '../archive/archive.ts'
import { skippedSections } from '../archive/grammar.ts'
import type { Messages, MessageLocation } from '../archive/import-messages.ts'
import { sizeInArchive } from './plan-files.ts'
import { holdsOnlyRoadmaps } from './plan-roadmaps.ts'
import type { PlannedTracker } from './plan-trackers.ts'

/** A Subversion repository of the archive (import.md §7). */
export interface PlannedRepository {
  readonly name: string
  readonly place: MessageLocation
  /** Path of the dump inside the archive. */
  readonly dumpFile: string | null
  readonly accessFile: string | null
  readonly notifications: readonly { readonly path: string; readonly emails: readonly string[] }[]
}

export const planRepositories = async (
  root: XmlNode,
  archive: Archive,
  taken: ReadonlySet<string>,
  messages: Messages,
): Promise<PlannedRepository[]> => {
  const container = childNamed(root, 'svn')
  const names = new Set([...taken].map(name => name.toLowerCase()))
  const repositories: PlannedRepository[] = []
  for (const node of container ? childrenNamed(container, 'repository') : []) {
    const name = (node.attributes['name'] ?? '').trim()
    if (!isRepositoryName(name))
      messages.error(
        node,
        `a repository cannot be called "${name}": 3 to 255 letters, digits, -, _ and ., a letter first`,
      )
    else if (names.has(name.toLowerCase())) messages.error(node, `the project has a repository "${name}" already`)
    names.add(name.toLowerCase())
    const dumpFile = node.attributes['dump-file']?.trim() ?? null
    if (dumpFile !== null) {
      const before = messages.errorCount
      const size = await sizeInArchive(archive, dumpFile, node, messages)
      if (size === undefined && messages.errorCount === before)
        messages.error(node, `the dump ${dumpFile} of the repository "${name}" is not in the archive`)
    }
    const access = childNamed(node, 'access-file')
    repositories.push({
      name,
      place: { file: node.file, line: node.line },
      dumpFile,
      accessFile: access ? access.text.replaceAll('\r', '').trim() : null,
      notifications: childrenNamed(node, 'notification').map(notification => ({
        path: (notification.attributes['path'] ?? '').trim(),
        emails: (notification.attributes['emails'] ?? '').split(/[\s,]+/).filter(email => email !== ''),
      })),
    })
  }
  return repositories
}

/** import.md §8, with keys of trackers, source ids of artifacts and keys of changesets. */
export interface PlannedTestManagement {
  readonly issues: string | null
  readonly campaigns: string
  readonly definitions: string
  readonly executions: string
  readonly pins: readonly { readonly artifact: string; readonly changeset: string }[]
}

export const planTestManagement = (
  root: XmlNode | undefined,
  trackers: readonly PlannedTracker[],
  messages: Messages,
): PlannedTestManagement | undefined => {
  const configuration = root && childNamed(root, 'configuration')
  if (!root || !configuration) return undefined
  const find = (name: string): PlannedTracker | undefined => {
    const key = childText(configuration, name)
    return trackers.find(tracker => tracker.key === key)
  }
  const issues = find('issues')
  const campaigns = find('campaigns')
  const definitions = find('definitions')
  const executions = find('executions')
  for (const tracker of [definitions, executions]) {
    const actions = tracker?.value.workflow?.transitions.flatMap(transition => transition.actions) ?? []
    if (tracker && actions.some(action => action.type === 'frozen_fields' || action.type === 'hidden_fieldsets'))
      messages.error(
        tracker.node,
        `the tracker "${tracker.value.name}" holds tests: it may not freeze fields or hide fieldsets`,
      )
  }
  if (!campaigns || !definitions || !executions) return undefined
  const container = childNamed(root, 'executions')
  return {
    issues: issues?.key ?? null,
    campaigns: campaigns.key,
    definitions: definitions.key,
    executions: executions.key,
    pins: (container ? childrenNamed(container, 'execution') : []).map(node => ({
      artifact: (node.attributes['execution_artifact_id'] ?? '').trim(),
      changeset: (node.attributes['definition_changeset_id'] ?? '').trim(),
    })),
  }
}

/** Warns once for each section without a component (import.md §10), and for references of old names (§9). */
export const warnOfSkipped = async (root: XmlNode, archive: Archive, messages: Messages): Promise<void> => {
  for (const name of skippedSections) {
    const node = childrenNamed(root, name).find(found => name !== 'dashboards' || !holdsOnlyRoadmaps(found))
    if (node) messages.warn(node, `there is no component for <${name}> here: the section was skipped`)
  }

  const trackers = childNamed(root, 'trackers')
  const svn = childNamed(root, 'svn')
  const owners = [...(trackers ? [trackers] : []), ...(svn?.children ?? [])]
  for (const owner of owners) {
    const references = childNamed(owner, 'references')
    if (references && references.children.length > 0)
      messages.warn(references, 'names of old for references are not kept here: <references> was skipped', 'references')
  }
  // Components of the exporting platform add documents of their own; a warning reports each one that is not imported.
  for (const file of (await archive.namesAtRoot()).toSorted()) {
    if (!/\.xml$/i.test(file) || documents.has(file)) continue
    const component = programDocuments.has(file) ? 'programs' : 'it'
    messages.warn({ file, line: 0 }, `there is no component for ${component} here: the file was skipped`)
  }
}

const documents: ReadonlySet<string> = new Set(['project.xml', 'users.xml', 'testmanagement.xml'])
/** The name differs between releases of the platform. */
const programDocuments: ReadonlySet<string> = new Set(['program_management.xml', 'program-management-config.xml'])

/** projects.md §3.4: an archive from which a project is created holds its structure only. */
export const refuseContent = (
  root: XmlNode,
  users: XmlNode,
  artifacts: readonly MessageLocation[],
  messages: Messages,
): void => {
  const refuse = (node: MessageLocation | undefined, what: string): void => {
    if (node) messages.error(node, `a project is made from the structure of another: ${what} cannot be in the archive`)
  }
  refuse(users.children[0], 'users')
  refuse(artifacts[0], 'artifacts')
  refuse(childNamed(root, 'frs')?.children[0], 'file packages')
  refuse(childNamed(root, 'docman')?.children[0], 'documents')
  const repositories = childNamed(root, 'svn')?.children ?? []
  refuse(
    repositories.find(repository => (repository.attributes['dump-file'] ?? '').trim() !== ''),
    'commits of repositories',
  )
}
