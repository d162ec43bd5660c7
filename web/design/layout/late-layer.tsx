import {
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type ReactNode,
  type RefObject,
} from 'react'

export interface LayerHandle {
  /** The button: the layer opens beside it, and the focus returns to it. */
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly close: () => void
}

export interface LateLayerProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'onClick' | 'content'> {
  readonly kind: 'menu' | 'dialog'
  /** Set by pages that open the layer by a key, too. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  /** A layer that is loaded when it first opens. */
  readonly layer: (handle: LayerHandle) => ReactNode
}

/** A plain button with a layer. A table has one in each column: the library's triggers would take most of the time until rows are in sight. */
export const LateLayer = ({ kind, isOpen, onOpenChange, layer, children, ...button }: LateLayerProps) => {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpenHere, setOpenHere] = useState(false)
  const isShown = isOpen ?? isOpenHere
  const change = (next: boolean) => {
    setOpenHere(next)
    onOpenChange?.(next)
  }
  const close = () => change(false)
  return (
    <>
      <button
        {...button}
        ref={trigger}
        type="button"
        aria-haspopup={kind}
        aria-expanded={isShown}
        onClick={() => change(!isShown)}
      >
        {children}
      </button>
      {isShown && <Suspense fallback={<Loading onEscape={close} />}>{layer({ trigger, close })}</Suspense>}
    </>
  )
}

/** Escape closes a layer that is not there yet; else it would open over whatever the person does next. */
const Loading = ({ onEscape }: { readonly onEscape: () => void }) => {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') escape()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return null
}
