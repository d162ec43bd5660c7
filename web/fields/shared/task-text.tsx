import { useEffect, useEffectEvent, useRef } from 'react'
import { WrittenText } from './written-text.tsx'
import { countTasks, toggleTask } from '../markdown/tasks.ts'
import type { TextValue } from './values.ts'

/** The server shows tasks of lists by these letters. */
const BOX = /[☐☑]/g
const START = /^\s*([☐☑])\s*/

export interface TaskTextProps {
  readonly value: TextValue
  /** Undefined: nobody ticks. */
  readonly onChange: ((value: TextValue) => void) | undefined
}

/** Rendered Markdown whose tasks can be ticked in place. */
export const TaskText = ({ value, onChange }: TaskTextProps) => {
  const element = useRef<HTMLDivElement>(null)
  const html = value.post_processed_value
  const source = value.commonmark ?? ''
  const canTick = onChange !== undefined && countTasks(source) > 0
  const tick = useEffectEvent((number: number) =>
    onChange?.({
      ...value,
      commonmark: toggleTask(source, number),
      value: toggleBox(value.value, number),
      post_processed_value: toggleBox(html, number),
    }),
  )
  useEffect(() => {
    if (!canTick || !element.current) return
    const boxes = [...element.current.querySelectorAll('li')].flatMap(item => {
      const text = firstText(item)
      return text && START.test(text.data) ? [{ item, text }] : []
    })
    // Somebody wrote such a letter: it is not clear which task is which.
    if (boxes.length !== countTasks(source) || boxes.length !== (html.match(BOX) ?? []).length) return
    for (const [number, { item, text }] of boxes.entries()) {
      const button = document.createElement('button')
      const isTicked = START.exec(text.data)?.[1] === '☑'
      button.type = 'button'
      button.className = 'task-box'
      button.setAttribute('role', 'checkbox')
      button.setAttribute('aria-checked', String(isTicked))
      text.data = text.data.replace(START, '')
      button.setAttribute('aria-label', item.textContent.trim())
      button.textContent = isTicked ? '☑' : '☐'
      button.addEventListener('click', () => tick(number))
      text.before(button)
      item.classList.add('task-item')
    }
  }, [canTick, html, source])
  return (
    <div ref={element}>
      {/* A new element for each text: the effect has changed the one before. */}
      <WrittenText key={html} html={html} />
    </div>
  )
}

const firstText = (item: Element): Text | undefined => {
  const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && node.data.trim() !== '') return node
  return undefined
}

const toggleBox = (html: string, number: number): string => {
  let index = 0
  return html.replace(BOX, box => (index++ === number ? (box === '☐' ? '☑' : '☐') : box))
}
