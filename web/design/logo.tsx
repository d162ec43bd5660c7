/** The crocus beside the platform's name, as decoration. */
export const Logo = () => (
  <svg className="mark" viewBox="0 0 32 32" width={24} height={24} aria-hidden="true" focusable="false">
    <path fill="light-dark(#4b2a9c, #a98cf0)" d="M16 29c-1-4-1.6-7-1.500-11h3c.1 4-.5 7-1.500 11z" />
    <path fill="light-dark(#8f6ae0, #9c7bea)" d="M5 7c5 1 9 5 10.500 12C9 18.500 5 14 5 7z" />
    <path fill="light-dark(#8f6ae0, #9c7bea)" d="M27 7c-5 1-9 5-10.500 12C23 18.500 27 14 27 7z" />
    <path fill="light-dark(#6a3fc4, #7d55d8)" d="M16 2c4 4.500 5 10.500 0 17.500C11 12.500 12 6.500 16 2z" />
    <path fill="#f5a623" d="M16 12.500c.9 2.300.9 4.600 0 7-.9-2.400-.9-4.700 0-7z" />
  </svg>
)
