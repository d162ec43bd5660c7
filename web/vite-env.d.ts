declare module 'virtual:catalog/*' {
  export const messages: Record<string, string>
}
