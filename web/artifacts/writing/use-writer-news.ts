import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../../design/feedback/toast.tsx'
import { nameOf, useListOfWords } from '../words.ts'
import type { CompleteTracker } from './artifact-values.ts'
import type { Writer } from './artifact-writers.ts'
import type { QueueEvent } from './write-queue.ts'

const BLINK_MS = 2_000

/** Names the fields that others changed meanwhile, and the fields that the server changed in addition. Returns the fields that blink. */
export const useWriterNews = (writer: Writer, tracker: CompleteTracker): ReadonlySet<number> => {
  const { t } = useLingui()
  const listOf = useListOfWords()
  const [blinking, setBlinking] = useState<ReadonlySet<number>>(new Set())
  const labels = (ids: readonly number[]): readonly string[] =>
    ids.flatMap(id => tracker.fields.find(field => field.field_id === id)?.label ?? [])
  const tell = useEffectEvent((event: QueueEvent) => {
    if (event.kind === 'saved') return
    const words = listOf(labels(event.fields))
    if (words === '') return
    setBlinking(new Set(event.fields))
    if (event.kind === 'followed') {
      toast(t`This also changed ${words}.`)
    } else {
      const who = nameOf(event.theirs.artifact.last_update_by_user)
      toast(t`${who} changed ${words} meanwhile.`)
    }
  })
  useEffect(() => writer.listen(event => tell(event)), [writer])
  useEffect(() => {
    if (blinking.size === 0) return undefined
    const timer = window.setTimeout(() => setBlinking(new Set()), BLINK_MS)
    return () => window.clearTimeout(timer)
  }, [blinking])
  return blinking
}
