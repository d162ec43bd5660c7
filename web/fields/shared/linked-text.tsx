import type { ReactNode } from 'react'

const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/g

/** Plain text whose addresses are links. */
export const LinkedText = ({ text }: { readonly text: string }) => {
  const parts: ReactNode[] = text.split(ADDRESS).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} rel="noopener nofollow noreferrer" target="_blank">
        {part}
      </a>
    ) : (
      part
    ),
  )
  return (
    <bdi dir="auto" className="linked-text">
      {parts}
    </bdi>
  )
}
