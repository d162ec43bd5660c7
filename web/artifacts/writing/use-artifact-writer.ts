import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { artifactWriter, type Writer } from './artifact-writers.ts'
import type { QueueState } from './write-queue.ts'

export interface ArtifactWriter {
  readonly writer: Writer
  /** Waiting writes, refusals, and conflicts with the changes of others. */
  readonly state: QueueState
}

/**
 * Writes values of an artifact: paints them at once in everything that reads `artifactQuery(id)`, sends them, and joins them with the
 * changes of others. `writer.change([value])` resolves when the server has answered.
 */
export const useArtifactWriter = (id: number): ArtifactWriter => {
  const writer = artifactWriter(id, useQueryClient())
  return { writer, state: useSyncExternalStore(writer.subscribe, writer.state) }
}
