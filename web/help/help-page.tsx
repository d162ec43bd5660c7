import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { guidePages } from 'virtual:guide'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { SearchBar } from '../design/controls/search-bar.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { Breadcrumbs } from '../design/layout/breadcrumbs.tsx'
import { Page } from '../design/layout/page.tsx'
import { SideNavigation } from '../design/layout/side-navigation.tsx'
import { RichText } from '../design/values/rich-text.tsx'
import { findSections } from './find-sections.ts'
import './help.css'

const contents = getRouteApi('/shell/help')

/** The contents of the guide, or what its search found. */
export const HelpContentsPage = (): ReactNode => {
  const { t } = useLingui()
  const { q = '' } = contents.useSearch()
  return (
    <Page title={t`Help`} breadcrumbs={<Breadcrumbs items={[]} />} width="narrow">
      <GuideNavigation />
      <GuideSearch value={q} />
      <EnglishOnly />
      {q === '' ? <Contents /> : <Found query={q} />}
    </Page>
  )
}

/** A page of the guide. */
export const HelpPage = (): ReactNode => {
  const { t } = useLingui()
  const { page: name } = useParams({ strict: false })
  const index = guidePages.findIndex(page => page.name === name)
  const page = guidePages[index]
  if (!page) return <NotFoundPage />
  const [before, after] = [guidePages[index - 1], guidePages[index + 1]]
  return (
    <Page
      title={page.title}
      breadcrumbs={<Breadcrumbs items={[{ label: t`Help`, link: { to: '/help' } }]} />}
      width="narrow"
    >
      <GuideNavigation />
      <GuideSearch value="" />
      <EnglishOnly />
      <GuideText html={page.html} />
      <nav className="help-neighbours" aria-label={t`Next pages of the guide`}>
        {before && (
          <Link to="/help/$page" params={{ page: before.name }} lang="en">
            ← {before.title}
          </Link>
        )}
        {after && (
          <Link to="/help/$page" params={{ page: after.name }} lang="en" className="help-after">
            {after.title} →
          </Link>
        )}
      </nav>
    </Page>
  )
}

const GuideNavigation = () => {
  const { t } = useLingui()
  const items = guidePages.map(({ name, title }) => ({
    label: title,
    link: { to: '/help/$page' as const, params: { page: name } },
  }))
  return <SideNavigation label={t`Pages of the guide`} items={items} />
}

const GuideSearch = ({ value }: { readonly value: string }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <SearchBar
      label={t`Search the help`}
      value={value}
      onSearch={text => void navigate({ to: '/help', search: text === '' ? {} : { q: text }, replace: value !== '' })}
    />
  )
}

/** Readers in other languages learn that the guide is not in theirs. */
const EnglishOnly = () => {
  const { i18n } = useLingui()
  if (i18n.locale === 'en') return null
  return (
    <p className="muted small">
      <Trans>The guide is written in English.</Trans>
    </p>
  )
}

const Contents = () => (
  <ol className="help-contents" lang="en">
    {guidePages.map(({ name, title, sections }) => (
      <li key={name}>
        <Link to="/help/$page" params={{ page: name }} className="help-title">
          {title}
        </Link>
        <ul>
          {sections
            .filter(({ id }) => id !== '')
            .map(({ id, heading }) => (
              <li key={id}>
                <Link to="/help/$page" params={{ page: name }} hash={id}>
                  {heading}
                </Link>
              </li>
            ))}
        </ul>
      </li>
    ))}
  </ol>
)

const Found = ({ query }: { readonly query: string }) => {
  const { t } = useLingui()
  const found = findSections(guidePages, query)
  if (found.length === 0) return <PageState title={t`No page of the guide has these words`} />
  return (
    <ul className="help-found" lang="en">
      {found.map(({ page, id, heading, excerpt }) => (
        <li key={`${page.name}#${id}`}>
          <Link to="/help/$page" params={{ page: page.name }} {...(id !== '' && { hash: id })} className="help-title">
            {heading}
          </Link>
          {heading !== page.title && <span className="meta"> {page.title}</span>}
          <p className="muted">{excerpt}</p>
        </li>
      ))}
    </ul>
  )
}

/** Links between pages of the guide use the router. A hash leads to its heading, also when the page comes with it. */
const GuideText = ({ html }: { readonly html: string }) => {
  const router = useRouter()
  const element = useRef<HTMLDivElement>(null)
  const hash = router.state.location.hash
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [hash, html])
  useEffect(() => {
    const text = element.current
    const follow = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      if (!link || !isPlain || link.origin !== window.location.origin) return
      event.preventDefault()
      router.history.push(`${link.pathname}${link.hash}`)
    }
    text?.addEventListener('click', follow)
    return () => text?.removeEventListener('click', follow)
  }, [router])
  return (
    <div ref={element} lang="en" className="help-text">
      <RichText html={html} />
    </div>
  )
}
