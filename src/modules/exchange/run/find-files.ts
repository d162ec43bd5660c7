import type { Tracker } from '../../trackers/index.ts'
import { isFault, type SourceArtifact, type SourceFile, type SourceLine } from '../lines/source-line.ts'
import type { ImportDependencies } from './import-dependencies.ts'
import type { OpenImport } from './open-import.ts'
import { faultsOf, refused } from './plan-line.ts'
import { fetchFile } from './fetch-file.ts'

/** A file that can be attached to the field. */
export interface FoundFile {
  readonly id: number
  readonly name: string
  readonly fieldId: number
}

/** Files of lines that did not fit into the portion before. */
const known = new WeakMap<SourceArtifact, readonly FoundFile[]>()

/**
 * The files of the lines, by line. Contents at addresses are fetched before the transaction of the portion. A line whose file cannot be had
 * keeps the reason: its planning refuses it.
 */
export const findFiles = async (
  deps: ImportDependencies,
  open: OpenImport,
  lines: readonly SourceLine[],
): Promise<ReadonlyMap<SourceArtifact, readonly FoundFile[]>> => {
  const found = new Map<SourceArtifact, readonly FoundFile[]>()
  for (const line of lines) {
    const { artifact } = line
    if (isFault(artifact) || artifact.files.length === 0) continue
    try {
      const files = known.get(artifact) ?? (await filesOf(deps, open, artifact))
      known.set(artifact, files)
      found.set(artifact, files)
    } catch (error) {
      const [fault] = faultsOf(error, open.columnOf)
      if (fault) Object.assign(line, { artifact: fault })
    }
  }
  return found
}

const filesOf = async (deps: ImportDependencies, open: OpenImport, source: SourceArtifact): Promise<FoundFile[]> => {
  const tracker = await open.trackerNamed(source.tracker)
  if (!tracker) return []
  const files: FoundFile[] = []
  for (const file of source.files) {
    const field = fileFieldOf(tracker, file)
    if (!field) throw refused('field.unknown', 'The tracker has no such field for files.', file.field ?? 'files')
    if (open.imported.isDryRun && file.fileId === null) continue
    const id = file.fileId ?? (await fetchFile(deps, open, field, file))
    files.push({ id, name: file.name, fieldId: field.id })
  }
  return files
}

const fileFieldOf = (tracker: Tracker, { field: name }: SourceFile) => {
  const fields = tracker.fields.filter(field => field.isUsed && field.type === 'file')
  return name === null ? fields[0] : fields.find(field => field.name.toLowerCase() === name.toLowerCase())
}
