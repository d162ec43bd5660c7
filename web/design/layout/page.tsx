import { useEffect, type ReactNode } from 'react'
import { usePlatformName } from '../../session/account.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import './page.css'
import { InHeader, PageTitleProvider } from './shell-slots.tsx'

export interface PageProps {
  /** Heading of the page, and title of the tab. */
  readonly title: string
  readonly description?: ReactNode
  /** Buttons, the most important one first. */
  readonly actions?: ReactNode
  /** `Breadcrumbs` to the parents of this page. */
  readonly breadcrumbs?: ReactNode
  /** `Tabs` or a `SideNavigation` to the sibling pages. */
  readonly navigation?: ReactNode
  /** For pages whose content shows the title in a larger size. */
  readonly isTitleHidden?: boolean
  /** The content has the heading of the page itself. */
  readonly hasOwnHeading?: boolean
  /** Last word of the breadcrumbs. Default: the title. */
  readonly crumb?: string
  /** Forms and texts are read more easily in a narrow column; a full page fills the window and scrolls its own parts. */
  readonly width?: 'normal' | 'narrow' | 'full'
  readonly children: ReactNode
}

/** A page of the shell: breadcrumbs, title, actions, content. */
export const Page = (props: PageProps) => {
  const {
    title,
    description,
    actions,
    breadcrumbs,
    navigation,
    isTitleHidden = false,
    hasOwnHeading = false,
    crumb = title,
    width = 'normal',
    children,
  } = props
  useDocumentTitle(title)
  return (
    <PageTitleProvider value={crumb}>
      <InHeader>{breadcrumbs ?? <Breadcrumbs items={[]} />}</InHeader>
      <div className={`page page-${width}`}>
        {!hasOwnHeading && (
          <div className={isTitleHidden ? 'visually-hidden' : 'page-header'}>
            <div className="page-heading">
              <h1>{title}</h1>
              {description !== undefined && <p className="muted">{description}</p>}
            </div>
            {actions !== undefined && <div className="page-actions">{actions}</div>}
          </div>
        )}
        {navigation}
        <div className="page-content">{children}</div>
      </div>
    </PageTitleProvider>
  )
}

/** A part of a page, with a heading. */
export const Section = ({
  title,
  description,
  actions,
  children,
}: {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) => (
  <section className="section">
    <div className="section-header">
      <div>
        <h2>{title}</h2>
        {description !== undefined && <p className="muted small">{description}</p>}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </div>
    {children}
  </section>
)

const useDocumentTitle = (title: string): void => {
  const platform = usePlatformName()
  useEffect(() => {
    document.title = `${title} · ${platform}`
  }, [title, platform])
}
