import { Trans } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import './button.css'

type Variant = 'primary' | 'secondary' | 'danger' | 'quiet'

interface ButtonLook {
  /** One primary button per page; danger only for actions that cannot be undone. */
  readonly variant?: Variant
  readonly size?: 'normal' | 'small'
}

const classOf = ({ variant = 'secondary', size = 'normal' }: ButtonLook): string =>
  `button button-${variant} button-${size}`

export interface ButtonProps
  extends ButtonLook, Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> {
  /** The button's action is running: the button keeps its size and focus, and ignores another press. */
  readonly isPending?: boolean
  readonly children: ReactNode
}

export const Button = ({ variant, size, children, isPending = false, onPress, type, ...props }: ButtonProps) => (
  <AriaButton
    {...props}
    type={isPending ? 'button' : type}
    onPress={isPending ? undefined : onPress}
    data-pending={isPending || undefined}
    className={classOf({ variant, size })}
  >
    <span className="button-content">{children}</span>
    <span role="status" className="visually-hidden">
      {isPending && <Trans>Working</Trans>}
    </span>
    {isPending && <span className="button-spinner" aria-hidden="true" />}
  </AriaButton>
)

/** A button with an icon and without visible text. */
export const IconButton = ({
  label,
  children,
  ...props
}: Omit<ButtonProps, 'aria-label'> & { readonly label: string }) => (
  <AriaButton {...props} aria-label={label} className={`${classOf({ variant: 'quiet', ...props })} button-icon`}>
    {children}
  </AriaButton>
)

/** A link that looks like a button: it opens a page and changes nothing. */
export const LinkButton = ({
  variant,
  size,
  children,
  ...props
}: ButtonLook & LinkProps & { readonly children: ReactNode }) => (
  <Link {...props} className={classOf({ variant, size })}>
    <span className="button-content">{children}</span>
  </Link>
)
