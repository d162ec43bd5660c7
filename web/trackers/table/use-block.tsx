import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { newestOf } from '../../artifacts/use-newest.ts'
import type { Block, BlockSource } from '../../bulk/block.ts'
import type { Tracker } from '../tracker-queries.ts'

const BlockDialog = lazyPart(() => import('../../bulk/block-dialog.tsx'), 'BlockDialog')
const loadBlocks = () => import('../../bulk/block.ts')

interface BlockKeys {
  /** Loads what a copy needs at once: the browser takes the texts of a copy only while it tells of the keys. */
  readonly prepare: () => void
  /** `Ctrl+D`; true: the key was it. */
  readonly onKeyDown: (event: React.KeyboardEvent) => boolean
  readonly dialog: ReactNode
}

interface BlockOptions {
  readonly tracker: Tracker
  /** Asked when a key needs it: a table renders at each step of scrolling. */
  readonly sourceOf: () => Omit<BlockSource, 'tracker' | 'newest'>
  readonly grid: React.RefObject<HTMLElement | null>
  readonly canWrite: boolean
}

/** `Ctrl+C`, `Ctrl+V` and `Ctrl+D` in the table. The browser tells of the first two at the body of the page. */
export const useBlock = ({ tracker, sourceOf, grid, canWrite }: BlockOptions): BlockKeys => {
  const queries = useQueryClient()
  const blocks = useRef<Awaited<ReturnType<typeof loadBlocks>>>(undefined)
  const [open, setOpen] = useState<{ readonly block: Block; readonly kind: 'paste' | 'fill' }>()
  const load = async () => (blocks.current ??= await loadBlocks())
  const sourceNow = (): BlockSource => ({ ...sourceOf(), tracker, newest: row => newestOf(queries, row) })
  const show = async (kind: 'paste' | 'fill', text: string) => {
    const from = sourceNow()
    const { pastedBlock, filledBlock } = await load()
    const block = kind === 'paste' ? pastedBlock(text, from) : filledBlock(from)
    if (block.lines.length > 0) setOpen({ block, kind })
  }
  const hasFocus = (): boolean => {
    const { activeElement } = document
    const isRow = activeElement instanceof HTMLElement && Number(activeElement.dataset['row']) >= 0
    return isRow && grid.current?.contains(activeElement) === true
  }
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData: data } = event
    if (!data || !blocks.current || !hasFocus() || String(getSelection()) !== '') return
    blocks.current.copyBlock(data, sourceNow())
    event.preventDefault()
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!canWrite || text === '' || !hasFocus()) return
    event.preventDefault()
    void show('paste', text)
  })
  useEffect(() => {
    const copy = (event: ClipboardEvent) => onCopy(event)
    const paste = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('copy', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('paste', paste)
    }
  }, [])
  return {
    prepare: () => void load(),
    onKeyDown: event => {
      const { key, ctrlKey, metaKey } = event
      if (!canWrite || !(ctrlKey || metaKey) || key.toLowerCase() !== 'd') return false
      event.preventDefault()
      void show('fill', '')
      return true
    },
    dialog: open && (
      <Suspense fallback={null}>
        <BlockDialog tracker={tracker} {...open} onClose={() => setOpen(undefined)} />
      </Suspense>
    ),
  }
}
